// Deliveries of a webhook and their outcome.
import { useQuery } from '@tanstack/react-query'
import type { Webhook, WebhookDelivery } from '#contract/webhooks.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Moment } from '#web/ui/date-time/moment.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { FormActions } from '#web/ui/field/form.tsx'
import { formatDateTime, formatNumber } from '#web/ui/format.ts'
import { type Column, DataTable } from '#web/ui/table/data-table.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import css from './integrations.module.css'
import { deliveriesQuery, resendDelivery } from './queries.ts'
import { eventNames, outcomeBadge } from './webhook-words.ts'

export function Deliveries({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { data } = useQuery(deliveriesQuery(webhook.id))
  return (
    <Modal title="Zustellungen" size="medium" onClose={onClose}>
      <div className={css['dialog']}>
        <p className="quiet">{webhook.address}</p>
        <DataTable
          caption="Zustellungen"
          isNarrow
          columns={columnsOf(webhook)}
          rows={data?.items ?? []}
          rowKey={({ id }) => id}
          rowName={({ event, made_at }) => `${eventName(event)}, ${formatDateTime(made_at)}`}
          empty={<p>{data ? 'Noch nichts. Was älter als 30 Tage ist, steht hier nicht mehr.' : 'Lade …'}</p>}
        />
        <FormActions>
          <Button onClick={onClose}>Schließen</Button>
        </FormActions>
      </div>
    </Modal>
  )
}

async function resend(webhook: Webhook, { id }: WebhookDelivery) {
  await resendDelivery(webhook.id, id)
  toast('Noch einmal unterwegs')
}

const eventName = (event: string) => eventNames[event as keyof typeof eventNames] ?? 'Probe'

const columnsOf = (webhook: Webhook): Column<WebhookDelivery>[] => [
  { key: 'event', head: 'Ereignis', main: true, cell: ({ event }) => eventName(event) },
  { key: 'made_at', head: 'Wann', cell: ({ made_at }) => <Moment at={made_at} /> },
  {
    key: 'state',
    head: 'Ergebnis',
    inRow: 'state',
    cell: ({ state, tried_at, problem, next_at, tries }) => {
      const [tone, word] = outcomeBadge({ state, tried_at })
      return (
        <div>
          <Badge tone={tone}>{word}</Badge>
          {problem !== null && <div className="quiet">{problem}</div>}
          {next_at !== null && tries > 0 && (
            <div className="quiet">Nächster Versuch: {formatDateTime(next_at)}</div>
          )}
        </div>
      )
    },
  },
  { key: 'tries', head: 'Versuche', inRow: 'labelled', cell: ({ tries }) => formatNumber(tries) },
  {
    key: 'actions',
    head: 'Aktionen',
    headHidden: true,
    cell: (delivery) =>
      delivery.state === 'waiting' ? null : (
        <Button size="small" onClick={() => resend(webhook, delivery)}>
          Erneut senden
        </Button>
      ),
  },
]
