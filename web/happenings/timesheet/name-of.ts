import type { TimeEntry } from '#contract/times.ts'

/** As people look for somebody in a list; a place that nobody fills yet has only a number. */
export const nameOf = ({ last_name, first_name, subcontractor, id }: TimeEntry) =>
  [last_name, first_name].filter(Boolean).join(', ') || subcontractor || `Eintrag ${id}`

/** As a sentence names somebody. */
export const fullNameOf = (entry: TimeEntry) =>
  [entry.first_name, entry.last_name].filter(Boolean).join(' ') || nameOf(entry)
