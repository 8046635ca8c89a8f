// People and times in sentences, and the sentences of a row about a conflict. Pure.
import type { TypedTimes } from '#contract/time/work-time.ts'
import type { TimeEntry, TimeHistoryItem } from '#contract/times.ts'
import { formatDate, formatMinutes, formatShortTime } from '#web/ui/format.ts'
import { changedIn, disputedIn, type Edit, isChangedAt, shownOf } from './edits.ts'
import { actualOf, dateOfEnd, type End, ends, plannedOf, type Recorded, timeOfEnd } from './ends.ts'

export const endNames: Record<End, string> = { von: 'Beginn', bis: 'Ende' }
export const ABSENT = 'Nicht gekommen'

/** For lists: the last name first. A place that nobody fills yet has only a number. */
export const nameOf = ({ last_name, first_name, subcontractor, id }: TimeEntry) =>
  [last_name, first_name].filter(Boolean).join(', ') || subcontractor || `Eintrag ${id}`

/** For sentences. */
export const fullNameOf = (entry: TimeEntry) =>
  [entry.first_name, entry.last_name].filter(Boolean).join(' ') || nameOf(entry)

/** Function and task in one line. */
export const workOf = ({ funktion, aufgabe }: TimeEntry) => [funktion, aufgabe].filter(Boolean).join(' · ')

/** The length of the whole; how far each end is from the plan is a hint of its own. */
export const lengthDiffers = (minutes: number) =>
  `${formatMinutes(Math.abs(minutes))} h ${minutes > 0 ? 'länger' : 'kürzer'} als geplant`

/** Text that cannot be read stands there as it was typed. */
const moment = (date: string | null, time: string | null) =>
  `${date === null ? '' : `${formatDate(date) || date} `}${formatShortTime(time) || time}`

function times({ von_date, von_time, bis_date, bis_time }: TypedTimes): string {
  if (von_time === null && bis_time === null) return 'keine Zeiten'
  const at = (date: string | null, time: string | null) => (time === null ? 'offen' : moment(date, time))
  return `${at(von_date, von_time)}–${at(bis_date === von_date ? null : bis_date, bis_time)}`
}

/** A break that cannot be read is text. */
type Readable = Omit<Recorded, 'pause'> & { pause: number | string | null }
const minutes = (pause: number | string) => (typeof pause === 'string' ? pause : `${pause} Minuten`)

/** Times with what is said beside them. */
export const recordedInWords = ({ pause, note, absent, ...typed }: Readable) =>
  `${absent ? ABSENT.toLowerCase() : times(typed)}${pause === null ? '' : `, Pause ${minutes(pause)}`}${note === null ? '' : `, Notiz „${note}“`}`

/** A change here came too late: only what was changed, and a day only where it is another one. */
export function notTaken(entry: TimeEntry, edit: Edit): string {
  const mine = { ...shownOf(entry, edit), ...edit.unread }
  const { note, absent } = edit.local
  const pause = edit.unread?.pause ?? edit.local.pause
  const changed = ends.filter((end) => isChangedAt(edit, end)).map((end) => endInWords(entry, mine, end))
  const own = [
    ...(absent ? [ABSENT.toLowerCase()] : changed.length > 0 ? [changed.join('–')] : []),
    ...(absent === false && changed.length === 0 ? ['doch gekommen'] : []),
    ...(pause === undefined || absent
      ? []
      : [pause === null ? 'Pause wie geplant' : `Pause: ${minutes(pause)}`]),
    ...(note === undefined ? [] : [note === null ? 'ohne Notiz' : `Notiz: ${note}`]),
  ]
  const why = entry.submitted
    ? 'Die Zeiten sind inzwischen übermittelt'
    : 'Die Zeiten sind inzwischen gesperrt'
  return `Ihre Änderung „${own.join(', ')}“ wurde nicht übernommen: ${why}.`
}

function endInWords(entry: TimeEntry, mine: TypedTimes, end: End): string {
  const [date, time] = [dateOfEnd(mine, end), timeOfEnd(mine, end)]
  const usual = [actualOf(entry), plannedOf(entry)].map((typed) => dateOfEnd(typed, end))
  return time === null ? 'leer' : moment(usual.includes(date) ? null : date, time)
}

/** The last change of the disputed fields, else of those changed beside them. `history` begins with the newest. */
export function lastChange(history: readonly TimeHistoryItem[], entry: TimeEntry, edit: Edit) {
  const disputed = disputedIn(entry, edit)
  const changed = disputed.length > 0 ? disputed : changedIn(entry, edit)
  const fields = ([...ends, 'pause', 'note', 'absent'] as const).filter((one) =>
    changed.some((field) => field.startsWith(one)),
  )
  return history.find(
    (item) => item.kind === 'changed' && fields.some((one) => item[`old_${one}`] !== item[`new_${one}`]),
  )
}
