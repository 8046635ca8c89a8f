import { isCancelled } from '#contract/time/cancelled.ts'
import type { TimeEntry } from '#contract/times.ts'
import { type Edits, shownOf } from './edits.ts'
import { isEmpty } from './ends.ts'

/** Who is awaited and has nothing recorded, with the open changes on top. Pure. */
export const withoutTimes = (entries: readonly TimeEntry[], edits: Edits) =>
  entries.filter((entry) => {
    const shown = shownOf(entry, edits.get(entry.id))
    return isEmpty(shown) && !shown.absent && !isCancelled(entry) && entry.withdrawal === null
  })
