import { formatNumber } from '#web/ui/format.ts'

/** Counts from the server; older servers and offline copies lack `entries`. */
type Counted = { istentries: number | null; sollentries: number | null; entries?: number | null }

/** Number of expected times: with unplanned people, without cancelled ones. */
export const awaitedOf = ({ istentries, sollentries, entries }: Counted) =>
  entries ?? Math.max(istentries ?? 0, sollentries ?? 0)

/** '21 von 21', never more than the total. */
export const progressOf = (team: Counted) =>
  `${formatNumber(team.istentries ?? 0)} von ${formatNumber(awaitedOf(team))}`
