import type { Webhook, WebhookDelivery } from '#contract/webhooks.ts'
import type { Tone } from '#web/ui/badge.tsx'

export const eventNames: Record<Webhook['events'][number], string> = {
  'document.filled_in': 'Angaben eingetragen',
  'times.sent': 'Zeiten gesendet',
  'people.changed': 'Personen geändert',
}

const outcomeBadges: Record<WebhookDelivery['state'], [Tone, string]> = {
  waiting: ['info', 'Unterwegs'],
  delivered: ['success', 'Zugestellt'],
  failed: ['danger', 'Nicht zugestellt'],
}

/** Colour and text for the outcome of a delivery. A failed attempt that will be retried gets its own text. */
export const outcomeBadge = ({
  state,
  tried_at,
}: Pick<WebhookDelivery, 'state' | 'tried_at'>): [Tone, string] =>
  state === 'waiting' && tried_at !== null ? ['warning', 'Wird wieder versucht'] : outcomeBadges[state]
