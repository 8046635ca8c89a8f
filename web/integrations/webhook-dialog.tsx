// Dialog for a webhook: address, events, on or off.
import { useState } from 'react'
import type { Webhook, WebhookEvent } from '#contract/webhooks.ts'
import { webhookEvents } from '#contract/words/webhooks.ts'
import { CallError } from '#web/api.ts'
import { NameDialog } from '#web/forms/name-dialog.tsx'
import { Checkbox } from '#web/ui/field/checkbox.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import css from './integrations.module.css'
import { changeWebhook, makeWebhook } from './queries.ts'
import { eventNames } from './webhook-words.ts'

type Props = { webhook: Webhook | undefined; onMade: (secret: string) => void; onClose: () => void }

export function WebhookDialog({ webhook, onMade, onClose }: Props) {
  const [wanted, setWanted] = useState<ReadonlySet<WebhookEvent>>(new Set(webhook?.events ?? webhookEvents))
  const [isActive, setIsActive] = useState(webhook?.is_active ?? true)
  const toggle = (event: WebhookEvent, on: boolean) => {
    const next = new Set(wanted)
    if (on) next.add(event)
    else next.delete(event)
    setWanted(next)
  }
  const save = async (address: string) => {
    const events = webhookEvents.filter((event) => wanted.has(event))
    if (events.length === 0) throw new CallError(0, 'Bitte wählen Sie, worüber der Webhook Bescheid sagt.')
    if (webhook) {
      await changeWebhook(webhook.id, { address, events, is_active: isActive })
      toast('Webhook geändert')
    } else onMade(await makeWebhook({ address, events }))
    onClose()
  }
  return (
    <NameDialog
      title={webhook ? 'Webhook ändern' : 'Webhook anlegen'}
      label="Adresse"
      hint="Beginnt mit „https://“. Das Programm, das Bescheid bekommen soll, nennt sie."
      field="address"
      present={webhook?.address ?? ''}
      verb={webhook ? 'Speichern' : 'Anlegen'}
      onName={save}
      onClose={onClose}
    >
      <fieldset className={css['choices']}>
        <legend>Bescheid sagen</legend>
        {webhookEvents.map((event) => (
          <Checkbox
            key={event}
            label={eventNames[event]}
            checked={wanted.has(event)}
            onChange={(on) => toggle(event, on)}
          />
        ))}
      </fieldset>
      {webhook && <Checkbox label="Eingeschaltet" checked={isActive} onChange={setIsActive} />}
    </NameDialog>
  )
}
