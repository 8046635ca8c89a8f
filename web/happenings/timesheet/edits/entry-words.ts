// How a sentence calls a person, and their times. Pure.

import type { Typed } from '#contract/time/work-time.ts'
import type { TimeEntry } from '#contract/times.ts'
import { formatDate, formatMinutes, formatShortTime } from '#web/ui/format.ts'
import type { End } from './ends.ts'

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
export const moment = (date: string | null, time: string | null) =>
  `${date === null ? '' : `${formatDate(date) || date} `}${formatShortTime(time) || time}`

export function times({ von_date, von_time, bis_date, bis_time }: Typed): string {
  if (von_time === null && bis_time === null) return 'keine Zeiten'
  const told = (date: string | null, time: string | null) => (time === null ? 'offen' : moment(date, time))
  return `${told(von_date, von_time)}–${told(bis_date === von_date ? null : bis_date, bis_time)}`
}

export const ABSENT = 'Nicht gekommen'

/** The length of the whole; how far each end is from the plan is a hint of its own. */
export const lengthDiffers = (minutes: number) =>
  `${formatMinutes(Math.abs(minutes))} h ${minutes > 0 ? 'länger' : 'kürzer'} als geplant`
