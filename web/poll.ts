// How often what a screen shows is asked for again: about as often as it says, for each page at other moments, so
// that a company's pages do not ask in step after an outage; and while it fails less and less often, as the server
// wants it.
import { Failed } from './api.ts'

/** Failing polls are no further apart than this, in ms. */
const LONGEST_MS = 15_000
/** Up to a tenth earlier or later. */
const SPREAD = 0.1

type State = { dataUpdatedAt: number; errorUpdatedAt: number; error: Error | null }

/** `refetchInterval: every(5_000)` */
export const every =
  (ms: number) =>
  ({ state }: { state: State }): number =>
    pauseAfter(state, ms)

export function pauseAfter({ dataUpdatedAt, errorUpdatedAt, error }: State, ms: number): number {
  const spread = 1 + SPREAD * (2 * partOf(dataUpdatedAt + errorUpdatedAt) - 1)
  if (!error) return Math.round(ms * spread)
  // As long as it has been failing already; what never was there is asked for by whoever waits for it.
  const failing = dataUpdatedAt === 0 ? 0 : errorUpdatedAt - dataUpdatedAt
  const wanted = error instanceof Failed ? (error.againAfter ?? 0) : 0
  return Math.round(Math.max(ms, wanted, Math.min(failing, LONGEST_MS)) * spread)
}

/** The same for the same moment, as it must be while it is drawn; from 0 to 1, and far apart for neighbours. */
const partOf = (moment: number) => (Math.imul(moment, 2_654_435_761) >>> 0) / 4_294_967_296
