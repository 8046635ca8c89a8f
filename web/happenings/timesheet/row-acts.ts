import type { Typed } from '#contract/time/work-time.ts'
import type { TimeEntry } from '#contract/times.ts'
import type { End } from './ends.ts'

/** What can be done with one entry. */
export type RowActs = {
  change: (entry: TimeEntry, typed: Partial<Typed>) => void
  keepUnread: (entry: TimeEntry, part: keyof Typed, text: string) => void
  discard: (entry: TimeEntry, end?: End) => void
  keepMine: (entry: TimeEntry) => void
  takeTheirs: (entry: TimeEntry) => void
  openHistory: (entry: TimeEntry) => void
}
