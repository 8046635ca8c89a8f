// How long to wait before the next try.

/** The pauses between tries, in ms: the first, by how much each is longer than the one before, and the longest. */
type Pauses = { first: number; factor: number; longest: number }

/**
 * How long to wait after so many failures, in ms. Up to a fifth earlier or later, so that after an outage not everybody
 * comes in the same moment.
 */
export const backOff =
  ({ first, factor, longest }: Pauses) =>
  (failures: number, random = Math.random()) =>
    Math.round(Math.min(longest, first * factor ** Math.max(0, failures - 1)) * (0.8 + 0.4 * random))

/** Before a live connection comes back: a second, longer when it keeps failing. */
export const pauseBeforeReturn = backOff({ first: 1_000, factor: 1.7, longest: 10_000 })

/** To another node, after the one that ends has said so: at once, but not all in the same moment. */
export const pauseBeforeSwitch = (random = Math.random()) => Math.round(400 * random)
