import { formatNumber } from '#web/ui/format.ts'

/** Null for everybody but administrators. */
type TeamCounts = { recorded: number | null; entries: number | null }

/** '21 von 21': those who have times or did not come, of the expected ones. */
export const progressOf = ({ recorded, entries }: TeamCounts) =>
  `${formatNumber(recorded ?? 0)} von ${formatNumber(entries ?? 0)}`
