/**
 * How long a connection waits before it comes back, in ms: a second, longer when it keeps failing. Up to a fifth earlier
 * or later, so that after a restart of the server not everybody comes in the same moment.
 */
const FIRST_MS = 1_000
const LONGEST_MS = 10_000

export const waitAfter = (failures: number, random = Math.random()) =>
  Math.round(Math.min(LONGEST_MS, FIRST_MS * 1.7 ** Math.max(0, failures - 1)) * (0.8 + 0.4 * random))
