import type { Webhook, WebhookDelivery } from '#contract/webhooks.ts'
import type { Tone } from '#web/ui/badge.tsx'

export const eventNames: Record<Webhook['events'][number], string> = {
  'document.filled_in': 'Angaben eingetragen',
  'times.sent': 'Zeiten gesendet',
  'people.changed': 'Personen geändert',
}

export const outcomes: Record<WebhookDelivery['state'], [Tone, string]> = {
  waiting: ['info', 'Unterwegs'],
  delivered: ['success', 'Zugestellt'],
  failed: ['danger', 'Gescheitert'],
}
