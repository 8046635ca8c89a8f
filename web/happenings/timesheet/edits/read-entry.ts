// What an entry's times say, and whether they can be meant: by the same rules as the server's. Pure.
import type { Subhappening } from '#contract/parts.ts'

import { type Doubt, doubtsAbout, type Expected, tooDistant } from '#contract/time/plausible.ts'
import { type Fault, isFault, momentOf, readWork, type Work } from '#contract/time/work-time.ts'
import type { TimeEntry } from '#contract/times.ts'
import { type Edit, type Edits, shownOf } from './edits.ts'
import { type End, plannedOf } from './ends.ts'

export type Rules = {
  zone: string
  /** Of the happening: where nothing is planned, times are expected there. */
  date: string
  /** Whom nothing is too far. */
  isAdmin: boolean
}
export const rulesOf = ({ time_zone, date, can }: Subhappening): Rules => ({
  zone: time_zone,
  date,
  isAdmin: can.administer,
})

/** Where it is changed here; what was stored earlier stands as it is. */
export function readEntry(entry: TimeEntry, edit: Edit | undefined, rules: Rules): Work | Fault {
  const read = readWork(shownOf(entry, edit), rules.zone)
  if (isFault(read) || !edit || rules.isAdmin) return read
  return tooDistant(read, expectedOf(entry, rules)) ?? read
}

export type Doubtful = { entry: TimeEntry; doubt: Doubt }

/** What is asked before these changes are saved. */
export function doubtsIn(edits: Edits, entries: readonly TimeEntry[], rules: Rules, now: string): Doubtful[] {
  return entries.flatMap((entry) => {
    const edit = edits.get(entry.id)
    const read = edit && readWork(shownOf(entry, edit), rules.zone)
    if (!read || isFault(read)) return []
    return doubtsAbout(read, expectedOf(entry, rules), { now, zone: rules.zone }).map((doubt) => ({
      entry,
      doubt,
    }))
  })
}

function expectedOf(entry: TimeEntry, { date }: Rules): Expected {
  const planned = plannedOf(entry)
  const momentAt = (end: End) => {
    const [day, time] = [planned[`${end}_date`], planned[`${end}_time`]]
    return day === null || time === null ? null : momentOf(day, time)
  }
  return { von: momentAt('von'), bis: momentAt('bis'), day: date }
}
