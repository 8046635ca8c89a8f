// Polling intervals with jitter, so that clients spread out after an outage; they grow during failures and
// respect Retry-After.
import { CallError } from './api.ts'

/** Failures lengthen the pause up to this, in ms. A longer interval or Retry-After still applies. */
const MAX_PAUSE_MS = 15_000
/** Jitter as a fraction. */
const JITTER = 0.1

type QueryTimes = { dataUpdatedAt: number; errorUpdatedAt: number; error: Error | null }

/** `refetchInterval: pollEvery(5_000)` */
export const pollEvery =
  (ms: number) =>
  ({ state }: { state: QueryTimes }): number =>
    pollPauseMs(state, ms)

export function pollPauseMs({ dataUpdatedAt, errorUpdatedAt, error }: QueryTimes, ms: number): number {
  const spread = 1 + JITTER * (2 * pseudoRandom(dataUpdatedAt + errorUpdatedAt) - 1)
  if (!error) return Math.round(ms * spread)
  // Grows with the duration of the failure; a query without data is retried by its screen.
  const failing = dataUpdatedAt === 0 ? 0 : errorUpdatedAt - dataUpdatedAt
  const wanted = error instanceof CallError ? (error.againAfter ?? 0) : 0
  const pause = Math.max(ms, Math.min(failing, MAX_PAUSE_MS)) * spread
  // Never earlier than the server's Retry-After.
  return Math.round(Math.max(pause, wanted * (spread + JITTER)))
}

/** Pseudo-random number from 0 to 1. The same moment gives the same number, since rendering must be pure. */
const pseudoRandom = (moment: number) => (Math.imul(moment, 2_654_435_761) >>> 0) / 4_294_967_296
