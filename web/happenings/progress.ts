import { formatNumber } from '#web/ui/format.ts'

/** Counts from the server; older servers and offline copies lack `recorded` and `entries`. */
type TeamCounts = {
  istentries: number | null
  sollentries: number | null
  recorded?: number | null
  entries?: number | null
}

/** Number of those who have times or did not come. */
export const recordedOf = ({ recorded, istentries }: TeamCounts) => recorded ?? istentries ?? 0

/** Number of expected times: with unplanned people, without cancelled ones. */
export const awaitedOf = ({ istentries, sollentries, entries }: TeamCounts) =>
  entries ?? Math.max(istentries ?? 0, sollentries ?? 0)

/** '21 von 21', never more than the total. */
export const progressOf = (team: TeamCounts) =>
  `${formatNumber(recordedOf(team))} von ${formatNumber(awaitedOf(team))}`

/** '1 Eintrag', '20 Einträge' */
export const entriesInWords = (entries: number | null) =>
  entries === 1 ? '1 Eintrag' : `${formatNumber(entries)} Einträge`
