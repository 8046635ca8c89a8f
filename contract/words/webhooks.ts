/** Of what a webhook tells. */
export const webhookEvents = ['document.filled_in', 'times.sent', 'people.changed'] as const
