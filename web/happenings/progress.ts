import { formatNumber } from '#web/ui/format.ts'

/** As the server has counted them; an older one, or an older app that has kept them, does not know of `entries`. */
type Counted = { istentries: number | null; sollentries: number | null; entries?: number | null }

/** Of how many a team waits for times: whoever came unplanned is one of them, whoever has cancelled is not. */
export const awaitedOf = ({ istentries, sollentries, entries }: Counted) =>
  entries ?? Math.max(istentries ?? 0, sollentries ?? 0)

/** '21 von 21': never more than there are. */
export const progressOf = (team: Counted) =>
  `${formatNumber(team.istentries ?? 0)} von ${formatNumber(awaitedOf(team))}`
