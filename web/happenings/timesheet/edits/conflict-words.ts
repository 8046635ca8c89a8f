// What a row tells of two who have changed the same, and of a change that came too late. Pure.

import type { Typed } from '#contract/time/work-time.ts'
import type { TimeEntry, TimeHistoryItem } from '#contract/times.ts'
import { changedIn, disputedIn, type Edit, isChangedAt, shownOf } from './edits.ts'
import { actualOf, dateOfEnd, type End, ends, plannedOf, type Recorded, timeOfEnd } from './ends.ts'
import { ABSENT, moment, times } from './entry-words.ts'

/**
 * Who has changed it last, and when: of what is disputed, else of what was changed beside it. The newest comes first.
 */
export function lastChange(history: readonly TimeHistoryItem[], entry: TimeEntry, edit: Edit) {
  const disputed = disputedIn(entry, edit)
  const changed = disputed.length > 0 ? disputed : changedIn(entry, edit)
  const asked = [...ends, 'pause', 'note', 'absent'] as const
  const those = asked.filter((one) => changed.some((field) => field.startsWith(one)))
  return history.find(
    (item) => item.kind === 'changed' && those.some((one) => item[`old_${one}`] !== item[`new_${one}`]),
  )
}

/** What cannot be read stands there as it was typed. */
type Told = Omit<Recorded, 'pause'> & { pause: number | string | null }
const minutes = (pause: number | string) => (typeof pause === 'string' ? pause : `${pause} Minuten`)

/** Times with what is said beside them. */
export const recordedTold = ({ pause, note, absent, ...typed }: Told) =>
  `${absent ? ABSENT.toLowerCase() : times(typed)}${pause === null ? '' : `, Pause ${minutes(pause)}`}${note === null ? '' : `, Notiz „${note}“`}`

/** That a change here came too late: only what was changed, and a day only where it is another one. */
export function notTaken(entry: TimeEntry, edit: Edit): string {
  const mine = { ...shownOf(entry, edit), ...edit.unread }
  const { note, absent } = edit.local
  const pause = edit.unread?.pause ?? edit.local.pause
  const changed = ends.filter((end) => isChangedAt(edit, end)).map((end) => endTold(entry, mine, end))
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

function endTold(entry: TimeEntry, mine: Typed, end: End): string {
  const [date, time] = [dateOfEnd(mine, end), timeOfEnd(mine, end)]
  const usual = [actualOf(entry), plannedOf(entry)].map((typed) => dateOfEnd(typed, end))
  return time === null ? 'leer' : moment(usual.includes(date) ? null : date, time)
}
