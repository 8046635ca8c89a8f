// Computes what would be sent of each entry (open changes included), who is left out, and whether a team is done.
// Pure.
import { isCancelled } from '#contract/time/cancelled.ts'
import { isTimeFault, parseWorkTimes } from '#contract/time/work-time.ts'
import type { TimeEntry } from '#contract/times.ts'
import { displayedValues, type Edit, type Edits } from '../edits/edits.ts'
import { actualOf, isEmpty, isPlanned, isSameTimes, plannedOf } from '../edits/ends.ts'

/**
 * `by`: minutes more or less than planned, 0 if only the ends or the break moved. For unplanned people and those
 * who had cancelled: the minutes worked.
 */
export type EntryToSend = { entry: TimeEntry; by: number }
export type EntriesToSend = {
  asPlanned: EntryToSend[]
  changed: EntryToSend[]
  unplanned: EntryToSend[]
  cancelled: EntryToSend[]
  absent: EntryToSend[]
  /** Cleared times that the planner still has and will delete. */
  withdrawn: EntryToSend[]
}

export function groupEntriesToSend(entries: readonly TimeEntry[], edits: Edits, zone: string): EntriesToSend {
  const sent: EntriesToSend = {
    asPlanned: [],
    changed: [],
    unplanned: [],
    cancelled: [],
    absent: [],
    withdrawn: [],
  }
  for (const entry of entries) {
    const share = classifyEntry(entry, edits.get(entry.id), zone)
    if (share) sent[share.kind].push({ entry, by: share.by })
  }
  return sent
}

type EntryClass = { kind: keyof EntriesToSend; by: number }

function classifyEntry(entry: TimeEntry, edit: Edit | undefined, zone: string): EntryClass | undefined {
  if (entry.submitted && !edit) return undefined
  const shown = displayedValues(entry, edit)
  if (shown.absent) return { kind: 'absent', by: 0 }
  if (isEmpty(shown)) {
    const isKnown = entry.submitted || entry.withdrawal === 'due'
    return isKnown ? { kind: 'withdrawn', by: 0 } : undefined
  }
  const read = parseWorkTimes(shown, zone)
  if (isTimeFault(read) || read.minutes === null) return undefined
  if (entry.unplanned || !isPlanned(entry)) return { kind: 'unplanned', by: read.minutes }
  if (isCancelled(entry)) return { kind: 'cancelled', by: read.minutes }
  const isAsPlanned =
    isSameTimes(shown, plannedOf(entry)) && (shown.pause ?? entry.soll_pause) === entry.soll_pause
  return { kind: isAsPlanned ? 'asPlanned' : 'changed', by: read.minutes - entry.soll_duration }
}

/** Expected people without recorded or open times. */
export const entriesMissingTimes = (entries: readonly TimeEntry[], edits: Edits) =>
  entries.filter((entry) => {
    const shown = displayedValues(entry, edits.get(entry.id))
    return isEmpty(shown) && !shown.absent && !isCancelled(entry) && entry.withdrawal === null
  })

/** At least one entry is sent, and the rest needs none: cancelled people without times. */
export const isAllSent = (entries: readonly TimeEntry[]) =>
  entries.some(({ submitted }) => submitted) &&
  entries.every((entry) => entry.submitted || isNotExpected(entry))

const isNotExpected = (entry: TimeEntry) =>
  isCancelled(entry) && isEmpty(actualOf(entry)) && !entry.absent && entry.withdrawal === null
