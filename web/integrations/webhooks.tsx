import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Webhook } from '#contract/webhooks.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Moment } from '#web/ui/date-time/moment.tsx'
import { confirm } from '#web/ui/dialog/confirm.tsx'
import { formatDateTime, formatNumber } from '#web/ui/format.ts'
import { ClockIcon, EditIcon, PlusIcon, SendIcon, TrashIcon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { type Column, DataTable } from '#web/ui/table/data-table.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { Deliveries } from './deliveries.tsx'
import css from './integrations.module.css'
import { removeWebhook, testWebhook, webhooksQuery } from './queries.ts'
import { SecretDialog } from './secret.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'
import { eventNames, outcomeBadge } from './webhook-words.ts'

/** Webhooks with their latest outcome. */
export function Webhooks() {
  const { items } = useSuspenseQuery(webhooksQuery).data
  const [edited, setEdited] = useState<Webhook | 'new'>()
  const [looked, setLooked] = useState<Webhook>()
  const [secret, setSecret] = useState<string>()
  const off = items.filter(({ switched_off_at }) => switched_off_at !== null)
  return (
    <>
      <p>
        Ein Webhook sagt einem anderen Programm Bescheid, wenn hier etwas geschieht. Er nennt nur Nummern und
        die Namen von Prozessen und Veranstaltungen, keine Angaben und keine Namen von Personen.
      </p>
      {off.map(({ id, address, switched_off_at }) => (
        <Notice key={id} tone="warning">
          Kontor hat den Webhook an {hostOf(address)} am {formatDateTime(switched_off_at)} ausgeschaltet:
          Einen Tag lang hat er nichts angenommen.
        </Notice>
      ))}
      <Button icon={<PlusIcon />} onClick={() => setEdited('new')}>
        Webhook anlegen
      </Button>
      {items.length > 0 && (
        <DataTable
          caption="Webhooks"
          columns={columnsWith({ onEdit: setEdited, onLook: setLooked })}
          rows={items}
          rowKey={({ id }) => id}
          rowName={({ address }) => `Webhook ${hostOf(address)}`}
        />
      )}
      {edited && (
        <WebhookDialog
          webhook={edited === 'new' ? undefined : edited}
          onMade={setSecret}
          onClose={() => setEdited(undefined)}
        />
      )}
      {looked && <Deliveries webhook={looked} onClose={() => setLooked(undefined)} />}
      {secret !== undefined && (
        <SecretDialog
          title="Das Geheimnis des Webhooks"
          says="Mit ihm prüft das andere Programm, dass eine Nachricht von hier kommt. Das Verfahren heißt „Standard Webhooks“."
          secret={secret}
          onClose={() => setSecret(undefined)}
        />
      )}
    </>
  )
}

const hostOf = (address: string) => new URL(address).host

const confirmRemove = ({ id, address }: Webhook) =>
  confirm({
    title: `Soll der Webhook an ${hostOf(address)} gelöscht werden?`,
    children: <p>Was noch zuzustellen ist, geht nicht mehr hinaus.</p>,
    verb: 'Löschen',
    danger: true,
    act: () => removeWebhook(id),
    done: 'Webhook gelöscht',
  })

async function sendTest({ id }: Webhook) {
  await testWebhook(id)
  toast('Probe ist unterwegs')
}

type RowHandlers = { onEdit: (webhook: Webhook) => void; onLook: (webhook: Webhook) => void }

const columnsWith = ({ onEdit, onLook }: RowHandlers): Column<Webhook>[] => [
  { key: 'address', head: 'Adresse', main: true, wrap: true, cell: ({ address }) => address },
  {
    key: 'events',
    head: 'Ereignisse',
    wrap: true,
    cell: ({ events }) => events.map((event) => eventNames[event]).join(', '),
  },
  {
    key: 'is_active',
    head: 'Zustand',
    inRow: 'state',
    cell: ({ is_active, waiting }) => (
      <div>
        <Badge tone={is_active ? 'success' : 'neutral'}>
          {is_active ? 'Eingeschaltet' : 'Ausgeschaltet'}
        </Badge>
        {waiting > 0 && <div className="quiet">{formatNumber(waiting)} noch nicht zugestellt</div>}
      </div>
    ),
  },
  {
    key: 'last',
    head: 'Zuletzt',
    wrap: true,
    cell: ({ last }) =>
      last?.tried_at ? (
        <div>
          <Moment at={last.tried_at} />
          <div className="quiet">{last.problem ?? outcomeBadge(last)[1]}</div>
        </div>
      ) : (
        'Noch nichts gesendet'
      ),
  },
  {
    key: 'actions',
    head: 'Aktionen',
    headHidden: true,
    cell: (webhook) => {
      const to = `Webhook an ${hostOf(webhook.address)}`
      return (
        <span className={css['acts']}>
          <IconButton label={`${to} testen`} icon={<SendIcon />} onClick={() => sendTest(webhook)} />
          <IconButton label={`Zustellungen: ${to}`} icon={<ClockIcon />} onClick={() => onLook(webhook)} />
          <IconButton label={`${to} ändern`} icon={<EditIcon />} onClick={() => onEdit(webhook)} />
          <IconButton
            label={`${to} löschen`}
            icon={<TrashIcon />}
            onClick={() => void confirmRemove(webhook)}
          />
        </span>
      )
    },
  },
]
