import { formatNumber } from '#web/ui/format.ts'

/** The numbers are null for everybody but administrators. */
type TeamCounts = { recorded: number | null; entries: number | null }

/** '21 von 21': people with recorded times or marked as absent, of those expected. */
export const formatProgress = ({ recorded, entries }: TeamCounts) =>
  `${formatNumber(recorded ?? 0)} von ${formatNumber(entries ?? 0)}`
