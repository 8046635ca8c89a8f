// Texts about people, times and conflicts. Pure.
import type { TypedTimes } from '#contract/time/work-time.ts'
import type { TimeEntry, TimeHistoryItem } from '#contract/times.ts'
import { formatDate, formatMinutes, formatShortTime } from '#web/ui/format.ts'
import { displayedValues, disputedFields, type Edit, fieldsChangedByOthers, isChangedAt } from './edits.ts'
import { actualOf, dateOfEnd, type End, ends, plannedOf, type Recorded, timeOfEnd } from './ends.ts'

export const endNames: Record<End, string> = { von: 'Beginn', bis: 'Ende' }
export const ABSENT_LABEL = 'Nicht gekommen'

/** For lists: last name first. An unfilled position has only a number. */
export const personName = ({ last_name, first_name, subcontractor, id }: TimeEntry) =>
  [last_name, first_name].filter(Boolean).join(', ') || subcontractor || `Eintrag ${id}`

/** For sentences: first name first. */
export const fullNameOf = (entry: TimeEntry) =>
  [entry.first_name, entry.last_name].filter(Boolean).join(' ') || personName(entry)

/** Function and task in one line. */
export const functionAndTask = ({ funktion, aufgabe }: TimeEntry) =>
  [funktion, aufgabe].filter(Boolean).join(' · ')

/** Difference of the whole length. Differences of start and end have hints of their own. */
export const lengthDifferenceInWords = (minutes: number) =>
  `${formatMinutes(Math.abs(minutes))} h ${minutes > 0 ? 'länger' : 'kürzer'} als geplant`

/** Unreadable text appears as typed. */
const formatMoment = (date: string | null, time: string | null) =>
  `${date === null ? '' : `${formatDate(date) || date} `}${formatShortTime(time) || time}`

function timesInWords({ von_date, von_time, bis_date, bis_time }: TypedTimes): string {
  if (von_time === null && bis_time === null) return 'keine Zeiten'
  const at = (date: string | null, time: string | null) =>
    time === null ? 'offen' : formatMoment(date, time)
  return `${at(von_date, von_time)}–${at(bis_date === von_date ? null : bis_date, bis_time)}`
}

/** An unreadable break is text. */
type RecordedOrText = Omit<Recorded, 'pause'> & { pause: number | string | null }
const pauseInWords = (pause: number | string) => (typeof pause === 'string' ? pause : `${pause} Minuten`)

/** Times with break, note and absence. */
export const recordedInWords = ({ pause, note, absent, ...typed }: RecordedOrText) =>
  `${absent ? ABSENT_LABEL.toLowerCase() : timesInWords(typed)}${pause === null ? '' : `, Pause ${pauseInWords(pause)}`}${note === null ? '' : `, Notiz „${note}“`}`

/** Message about a change that came too late: changed fields only, and the day only if it differs. */
export function tooLateSentence(entry: TimeEntry, edit: Edit): string {
  const mine = { ...displayedValues(entry, edit), ...edit.unread }
  const { note, absent } = edit.local
  const pause = edit.unread?.pause ?? edit.local.pause
  const changed = ends.filter((end) => isChangedAt(edit, end)).map((end) => endInWords(entry, mine, end))
  const own = [
    ...(absent ? [ABSENT_LABEL.toLowerCase()] : changed.length > 0 ? [changed.join('–')] : []),
    ...(absent === false && changed.length === 0 ? ['doch gekommen'] : []),
    ...(pause === undefined || absent
      ? []
      : [pause === null ? 'Pause wie geplant' : `Pause: ${pauseInWords(pause)}`]),
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
  return time === null ? 'leer' : formatMoment(usual.includes(date) ? null : date, time)
}

/**
 * The latest change of a disputed field. Without a dispute, of any field that others have changed. `history` is
 * newest first.
 */
export function findLastChange(history: readonly TimeHistoryItem[], entry: TimeEntry, edit: Edit) {
  const disputed = disputedFields(entry, edit)
  const changed = disputed.length > 0 ? disputed : fieldsChangedByOthers(entry, edit)
  const fields = ([...ends, 'pause', 'note', 'absent'] as const).filter((one) =>
    changed.some((field) => field.startsWith(one)),
  )
  return history.find(
    (item) => item.kind === 'changed' && fields.some((one) => item[`old_${one}`] !== item[`new_${one}`]),
  )
}
