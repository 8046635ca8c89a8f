/** Events that webhooks can subscribe to. */
export const webhookEvents = ['document.filled_in', 'times.sent', 'people.changed'] as const
