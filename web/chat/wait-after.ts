/**
 * How long a connection waits before it comes back, in ms: a second, longer when it keeps failing. Up to a fifth earlier
 * or later, so that after a restart of the server not everybody comes in the same moment.
 */
const FIRST_MS = 1_000
const LONGEST_MS = 10_000

export const waitAfter = (failures: number, random = Math.random()) =>
  Math.round(Math.min(LONGEST_MS, FIRST_MS * 1.7 ** Math.max(0, failures - 1)) * (0.8 + 0.4 * random))

/** To another node, after the one that ends has said so: at once, but not all in the same moment. */
export const soon = (random = Math.random()) => Math.round(400 * random)
