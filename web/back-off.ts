/** In ms: first delay, growth factor, upper bound. */
type BackOffOptions = { first: number; factor: number; longest: number }

/** Delay in ms after this number of failures, with a jitter of a fifth, so that clients spread out after an outage. */
export const createBackOff =
  ({ first, factor, longest }: BackOffOptions) =>
  (failures: number, random = Math.random()) =>
    Math.round(Math.min(longest, first * factor ** Math.max(0, failures - 1)) * (0.8 + 0.4 * random))

/** Delay in ms before a live connection is reopened. */
export const reconnectDelay = createBackOff({ first: 1_000, factor: 1.7, longest: 10_000 })

/** Delay (ms) before reconnecting after a node's announced shutdown: random, so that clients spread out. */
export const nodeSwitchDelay = (random = Math.random()) => Math.round(400 * random)
