// The meaning of an entry's times with the open change on top: how long they are, what is wrong or doubtful about them,
// and which hints of the server still hold. By the same rules as the server's. Pure.
import type { Subhappening } from '#contract/parts.ts'
import { isCancelled } from '#contract/time/cancelled.ts'
import { type Doubt, doubtsAbout, type Expectation, tooDistant, wallClock } from '#contract/time/plausible.ts'
import {
  type Fault,
  isFault,
  momentOf,
  readWork,
  type TypedTimes,
  type Work,
} from '#contract/time/work-time.ts'
import type { TimeEntry, TimeHint } from '#contract/times.ts'
import { daysBetween } from '#web/ui/date-time/days.ts'
import { type Edit, type Edits, isAnyTimeUnread, isChangedAt, shownFromBase, shownOf } from './edits.ts'
import { type End, ends, isEmpty, isPlanned, isSame, plannedOf, timeOfEnd } from './ends.ts'

export type Rules = {
  zone: string
  /** The day of the happening: without a plan, times are expected there. */
  date: string
  /** For whom nothing is too far. */
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

function expectedOf(entry: TimeEntry, { date }: Rules): Expectation {
  const planned = plannedOf(entry)
  const momentAt = (end: End) => {
    const [day, time] = [planned[`${end}_date`], planned[`${end}_time`]]
    return day === null || time === null ? null : momentOf(day, time)
  }
  return { von: momentAt('von'), bis: momentAt('bis'), day: date }
}

export const faultOf = (read: Work | Fault, field: keyof TypedTimes): string | undefined =>
  isFault(read) ? [read, read.also].find((fault) => fault?.field === field)?.sentence : undefined

/** The end is on a later day than the start. */
export const daysOver = (read: Work | Fault): number => (isFault(read) ? 0 : daysBetween(read.von, read.bis))

export type Doubtful = { entry: TimeEntry; doubt: Doubt }

/** Asked about before these changes are saved. */
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

export type RowState = ReturnType<typeof rowState>

/** All that a row shows of an entry. `kept`: the open change, also where nothing can be changed any more. */
export function rowState(
  part: Subhappening,
  entry: TimeEntry,
  kept: Edit | undefined,
  allHints: readonly TimeHint[],
) {
  const rules = rulesOf(part)
  // Where nothing can be changed any more the stored times stand; what was typed is told below them.
  const edit = entry.is_editable ? kept : undefined
  const shown = shownOf(entry, edit)
  const read = readEntry(entry, edit, rules)
  /** Minutes; null where something is open or wrong. */
  const work = 'minutes' in read && !isAnyTimeUnread(edit) ? read.minutes : null
  const doubts =
    edit && !edit.unread && !isFault(read)
      ? doubtsIn(new Map([[entry.id, edit]]), [entry], rules, wallClock(rules.zone))
      : []
  const hints = allHints.filter((hint) => isTrue(hint, edit))
  const isAsPlanned = isSame(shown, plannedOf(entry)) && !isAnyTimeUnread(edit)
  return {
    edit,
    shown,
    read,
    work,
    /** Minutes of break within it: as recorded, else as planned. */
    pause: shown.pause ?? entry.soll_pause ?? 0,
    /** Minutes more or less than planned; 0 where one of the two is not known, or nothing is planned any more. */
    difference: work === null || !isPlanned(entry) || isCancelled(entry) ? 0 : work - entry.soll_duration,
    /** Asked about before it is applied. */
    doubts,
    hints,
    isAsPlanned,
    /** Worth a look among the others: what the plan has just as well is told where one looks anyway. */
    isOdd:
      doubts.some(({ doubt }) => !(doubt.kind === 'future' && isAsPlanned)) ||
      hints.some(({ as_planned }) => !as_planned),
    /** To be mended before anything is applied. */
    isWrong: edit !== undefined && (edit.unread !== undefined || isFault(read)),
  }
}

/** Whole minutes; what is open or wrong counts nothing. */
function minutesOf(typed: TypedTimes, zone: string): number {
  const read = readWork(typed, zone)
  return isFault(read) ? 0 : (read.minutes ?? 0)
}

/** The lengths that the rows show, where these are all there are: one's own changes on top of everybody's. */
export function sumOf(entries: readonly TimeEntry[], edits: Edits, zone: string): number {
  let sum = 0
  for (const entry of entries) {
    const edit = edits.get(entry.id)
    if (!edit) sum += entry.ist_duration
    else if (!isAnyTimeUnread(edit)) sum += minutesOf(shownOf(entry, edit), zone)
  }
  return sum
}

/** By how much the sum of all entries changes when everything is applied; what cannot be read counts nothing. */
export function difference(edits: Edits, zone: string): number {
  let sum = 0
  for (const edit of edits.values())
    sum += (isAnyTimeUnread(edit) ? 0 : minutesOf(shownFromBase(edit), zone)) - minutesOf(edit.base, zone)
  return sum
}

/** The server's hints that still hold. What has been changed since is looked at anew once it is applied. */
export const hintsThatHold = (hints: readonly TimeHint[], edits: Edits): TimeHint[] =>
  hints.filter((hint) => isTrue(hint, edits.get(hint.timeentry_id)))

const isTrue = ({ kind }: TimeHint, edit: Edit | undefined) =>
  edit === undefined || (kind === 'incomplete' && isStillMissing(edit))

/** The other hints speak of both ends, this one only of the end that is not there. */
const isStillMissing = (edit: Edit) =>
  !isEmpty(shownFromBase(edit)) &&
  ends.some((end) => timeOfEnd(edit.base, end) === null && !isChangedAt(edit, end))

/** Hints about what has not been sent yet. Nobody is asked again about what went long ago. */
export function unsentHints(hints: readonly TimeHint[], entries: readonly TimeEntry[]): TimeHint[] {
  const unsent = new Set(entries.filter(({ submitted }) => !submitted).map(({ id }) => id))
  return hints.filter(({ timeentry_id }) => unsent.has(timeentry_id))
}

type Kind = TimeHint['kind']
/** Asked about before a sending, and not only told. */
export const isDoubt = (kind: Kind): kind is 'distant' | 'future' => kind === 'distant' || kind === 'future'

/** The server's hints that are asked about, with the entry of each. */
export function doubtsFromHints(hints: readonly TimeHint[], entries: readonly TimeEntry[]): Doubtful[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  return hints.flatMap(({ timeentry_id, kind, sentence }) => {
    const entry = byId.get(timeentry_id)
    return entry && isDoubt(kind) ? [{ entry, doubt: { kind, sentence } }] : []
  })
}
