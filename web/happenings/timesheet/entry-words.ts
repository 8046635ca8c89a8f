// How a sentence calls a person, and their times. Pure.

import type { Typed } from '#contract/time/work-time.ts'
import type { TimeEntry } from '#contract/times.ts'
import { formatDate, formatMinutes, formatShortTime } from '#web/ui/format.ts'
import { type Edit, isChangedAt, shownOf } from './edits.ts'
import { actualOf, dateOfEnd, type End, ends, plannedOf, timeOfEnd } from './ends.ts'

export const endNames: Record<End, string> = { von: 'Beginn', bis: 'Ende' }

/** As people look for somebody in a list; a place that nobody fills yet has only a number. */
export const nameOf = ({ last_name, first_name, subcontractor, id }: TimeEntry) =>
  [last_name, first_name].filter(Boolean).join(', ') || subcontractor || `Eintrag ${id}`

/** What somebody does there, in one line. */
export const workOf = ({ funktion, aufgabe }: TimeEntry) => [funktion, aufgabe].filter(Boolean).join(' · ')

/** As a sentence names somebody. */
export const fullNameOf = (entry: TimeEntry) =>
  [entry.first_name, entry.last_name].filter(Boolean).join(' ') || nameOf(entry)

/** What cannot be read stands there as it was typed. */
const moment = (date: string | null, time: string | null) =>
  `${date === null ? '' : `${formatDate(date) || date} `}${formatShortTime(time) || time}`

export function times({ von_date, von_time, bis_date, bis_time }: Typed): string {
  if (von_time === null && bis_time === null) return 'keine Zeiten'
  const told = (date: string | null, time: string | null) => (time === null ? 'offen' : moment(date, time))
  return `${told(von_date, von_time)}–${told(bis_date === von_date ? null : bis_date, bis_time)}`
}

/** That a change here came too late: only what was changed, and a day only where it is another one. */
export function notTaken(entry: TimeEntry, edit: Edit): string {
  const mine = { ...shownOf(entry, edit), ...edit.unread }
  const own = ends.filter((end) => isChangedAt(edit, end)).map((end) => endTold(entry, mine, end))
  const why = entry.submitted
    ? 'Die Zeiten sind inzwischen übermittelt'
    : 'Die Zeiten sind inzwischen gesperrt'
  return `Ihre Änderung „${own.join('–')}“ wurde nicht übernommen: ${why}.`
}

function endTold(entry: TimeEntry, mine: Typed, end: End): string {
  const [date, time] = [dateOfEnd(mine, end), timeOfEnd(mine, end)]
  const usual = [actualOf(entry), plannedOf(entry)].map((typed) => dateOfEnd(typed, end))
  return time === null ? 'leer' : moment(usual.includes(date) ? null : date, time)
}

/** The length of the whole; how far each end is from the plan is a hint of its own. */
export const lengthDiffers = (minutes: number) =>
  `${formatMinutes(Math.abs(minutes))} h ${minutes > 0 ? 'länger' : 'kürzer'} als geplant`

export const daysLater = (days: number) => (days === 1 ? '+1 Tag' : `+${days} Tage`)
