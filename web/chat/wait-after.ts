import { backOff } from '#web/outbox/back-off.ts'

/** How long a connection waits before it comes back, in ms: a second, longer when it keeps failing. */
export const waitAfter = backOff({ first: 1_000, factor: 1.7, longest: 10_000 })

/** To another node, after the one that ends has said so: at once, but not all in the same moment. */
export const soon = (random = Math.random()) => Math.round(400 * random)
