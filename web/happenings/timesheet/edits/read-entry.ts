// Evaluates an entry with its open change, by the same rules as the server: length, errors, doubts, and hints that
// are still valid. Pure.
import type { Subhappening } from '#contract/parts.ts'
import { isCancelled } from '#contract/time/cancelled.ts'
import {
  type Doubt,
  doubtsAbout,
  type Expectation,
  findDistanceFault,
  localNow,
} from '#contract/time/plausible.ts'
import {
  isTimeFault,
  momentOf,
  parseWorkTimes,
  type TimeFault,
  type TypedTimes,
  type WorkTimes,
} from '#contract/time/work-time.ts'
import type { TimeEntry, TimeHint } from '#contract/times.ts'
import { daysBetween } from '#web/ui/date-time/days.ts'
import {
  displayedValues,
  type Edit,
  type Edits,
  isAnyTimeInvalid,
  isChangedAt,
  timesFromBase,
} from './edits.ts'
import { type End, ends, isEmpty, isPlanned, isSameTimes, plannedOf, timeOfEnd } from './ends.ts'

export type PlausibilityRules = {
  zone: string
  /** Day of the happening, where times without a plan are expected. */
  date: string
  /** Administrators may enter times however far from the plan. */
  isAdmin: boolean
}
export const plausibilityRulesOf = ({ time_zone, date, can }: Subhappening): PlausibilityRules => ({
  zone: time_zone,
  date,
  isAdmin: can.administer,
})

/** Checks the distance from the plan for edited entries only; stored times are accepted as they are. */
export function readEntry(
  entry: TimeEntry,
  edit: Edit | undefined,
  rules: PlausibilityRules,
): WorkTimes | TimeFault {
  const read = parseWorkTimes(displayedValues(entry, edit), rules.zone)
  if (isTimeFault(read) || !edit || rules.isAdmin) return read
  return findDistanceFault(read, expectedOf(entry, rules)) ?? read
}

function expectedOf(entry: TimeEntry, { date }: PlausibilityRules): Expectation {
  const planned = plannedOf(entry)
  const momentAt = (end: End) => {
    const [day, time] = [planned[`${end}_date`], planned[`${end}_time`]]
    return day === null || time === null ? null : momentOf(day, time)
  }
  return { von: momentAt('von'), bis: momentAt('bis'), day: date }
}

export const faultOf = (read: WorkTimes | TimeFault, field: keyof TypedTimes): string | undefined =>
  isTimeFault(read) ? [read, read.also].find((fault) => fault?.field === field)?.sentence : undefined

/** Days from start to end. */
export const daySpan = (read: WorkTimes | TimeFault): number =>
  isTimeFault(read) ? 0 : daysBetween(read.von, read.bis)

export type EntryDoubt = { entry: TimeEntry; doubt: Doubt }

/** Doubts to ask about before saving these edits. */
export function doubtsIn(
  edits: Edits,
  entries: readonly TimeEntry[],
  rules: PlausibilityRules,
  now: string,
): EntryDoubt[] {
  return entries.flatMap((entry) => {
    const edit = edits.get(entry.id)
    const read = edit && parseWorkTimes(displayedValues(entry, edit), rules.zone)
    if (!read || isTimeFault(read)) return []
    return doubtsAbout(read, expectedOf(entry, rules), { now, zone: rules.zone }).map((doubt) => ({
      entry,
      doubt,
    }))
  })
}

export type RowState = ReturnType<typeof deriveRowState>

/** Everything a row displays. `kept`: the edit, even of a locked entry. */
export function deriveRowState(
  part: Subhappening,
  entry: TimeEntry,
  kept: Edit | undefined,
  allHints: readonly TimeHint[],
) {
  const rules = plausibilityRulesOf(part)
  // A locked row displays the stored times, and the edit below them.
  const edit = entry.is_editable ? kept : undefined
  const shown = displayedValues(entry, edit)
  const read = readEntry(entry, edit, rules)
  /** Minutes; null if incomplete or invalid. */
  const work = 'minutes' in read && !isAnyTimeInvalid(edit) ? read.minutes : null
  const doubts =
    edit && !edit.unread && !isTimeFault(read)
      ? doubtsIn(new Map([[entry.id, edit]]), [entry], rules, localNow(rules.zone))
      : []
  const hints = allHints.filter((hint) => isHintValid(hint, edit))
  const isAsPlanned = isSameTimes(shown, plannedOf(entry)) && !isAnyTimeInvalid(edit)
  return {
    edit,
    shown,
    read,
    work,
    /** Minutes of break: recorded, else planned. */
    pause: shown.pause ?? entry.soll_pause ?? 0,
    /** Minutes more or less than planned; 0 if unknown, unplanned or cancelled. */
    difference: work === null || !isPlanned(entry) || isCancelled(entry) ? 0 : work - entry.soll_duration,
    /** Doubts to ask about before applying. */
    doubts,
    hints,
    isAsPlanned,
    /** Marks the row in a list; hints that hold for the plan as well do not count. */
    isOdd:
      doubts.some(({ doubt }) => !(doubt.kind === 'future' && isAsPlanned)) ||
      hints.some(({ as_planned }) => !as_planned),
    /** Has to be corrected before applying. */
    isWrong: edit !== undefined && (edit.unread !== undefined || isTimeFault(read)),
  }
}

/** Whole minutes; 0 if incomplete or invalid. */
function minutesOf(typed: TypedTimes, zone: string): number {
  const read = parseWorkTimes(typed, zone)
  return isTimeFault(read) ? 0 : (read.minutes ?? 0)
}

/** Sum of the displayed lengths; correct only if `entries` is the whole team. */
export function totalMinutes(entries: readonly TimeEntry[], edits: Edits, zone: string): number {
  let sum = 0
  for (const entry of entries) {
    const edit = edits.get(entry.id)
    if (!edit) sum += entry.ist_duration
    else if (!isAnyTimeInvalid(edit)) sum += minutesOf(displayedValues(entry, edit), zone)
  }
  return sum
}

/** Change of the total when everything is applied, in minutes. */
export function totalDifference(edits: Edits, zone: string): number {
  let sum = 0
  for (const edit of edits.values())
    sum += (isAnyTimeInvalid(edit) ? 0 : minutesOf(timesFromBase(edit), zone)) - minutesOf(edit.base, zone)
  return sum
}

/** The server's hints that still hold with the open changes; edited entries are checked again after applying. */
export const validHints = (hints: readonly TimeHint[], edits: Edits): TimeHint[] =>
  hints.filter((hint) => isHintValid(hint, edits.get(hint.timeentry_id)))

const isHintValid = ({ kind }: TimeHint, edit: Edit | undefined) =>
  edit === undefined || (kind === 'incomplete' && isStillMissing(edit))

/** Only 'incomplete' concerns a single end, so it holds until that end is edited. */
const isStillMissing = (edit: Edit) =>
  !isEmpty(timesFromBase(edit)) &&
  ends.some((end) => timeOfEnd(edit.base, end) === null && !isChangedAt(edit, end))

/** Hints about entries that are not sent yet. */
export function unsentHints(hints: readonly TimeHint[], entries: readonly TimeEntry[]): TimeHint[] {
  const unsent = new Set(entries.filter(({ submitted }) => !submitted).map(({ id }) => id))
  return hints.filter(({ timeentry_id }) => unsent.has(timeentry_id))
}

type HintKind = TimeHint['kind']
/** Kinds of hints that need a confirmation before sending. */
export const isDoubt = (kind: HintKind): kind is 'distant' | 'future' =>
  kind === 'distant' || kind === 'future'

/** The server's hints that need a confirmation, with their entries. */
export function doubtsFromHints(hints: readonly TimeHint[], entries: readonly TimeEntry[]): EntryDoubt[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  return hints.flatMap(({ timeentry_id, kind, sentence }) => {
    const entry = byId.get(timeentry_id)
    return entry && isDoubt(kind) ? [{ entry, doubt: { kind, sentence } }] : []
  })
}
