// Parsing of times: 8 · 815 · 8:15 · 8.15 · 08:15:00. Values are 'HH:MM:SS' or null. '24:00' is the end of a
// day, which only callers that know the day can convert.

import { END_OF_DAY } from './days.ts'

const pad = (n: number) => String(n).padStart(2, '0')
const DAY_MINUTES = 24 * 60
/** Grid of times, in minutes. */
export const STEP_MINUTES = 15
const toTime = (minutes: number) => `${pad(Math.floor((minutes % DAY_MINUTES) / 60))}:${pad(minutes % 60)}:00`

/** The time, null for empty, undefined for invalid. */
export function parseTime(text: string): string | null | undefined {
  const typed = text.trim().replace(/uhr$/i, '').trim()
  if (typed === '') return null
  // '8,5' is ambiguous (8:30 or 8:05); single-digit minutes need a colon.
  const [, h, one, two] =
    /^(\d{1,2})(?:[:h](\d{1,2})|[.,h ](\d\d))?(?:[:.]00)?$/.exec(typed) ??
    /^(\d{1,2})(\d\d)$/.exec(typed) ??
    []
  if (h === undefined) return undefined
  const [hour, minute] = [Number(h), Number(one ?? two ?? 0)]
  if (hour === 24 && minute === 0) return END_OF_DAY
  return hour > 23 || minute > 59 ? undefined : toTime(hour * 60 + minute)
}

/** Display form: seconds only if not zero. */
export const formatTime = (time: string | null) => (time ? time.replace(/^(\d\d:\d\d):00$/, '$1') : '')

/** Next grid time up (1) or down (-1), wrapping at midnight; starts at `from` if empty. */
export function stepTime(time: string | null, direction: 1 | -1, from = '08:00:00'): string {
  if (time === null) return from
  const { hour, minute } = splitTime(time)
  const at = hour * 60 + minute
  const next =
    direction > 0
      ? Math.floor(at / STEP_MINUTES) * STEP_MINUTES + STEP_MINUTES
      : Math.ceil(at / STEP_MINUTES) * STEP_MINUTES - STEP_MINUTES
  return toTime((next + DAY_MINUTES) % DAY_MINUTES)
}

export function splitTime(time: string) {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return { hour, minute }
}

export const withHour = (time: string | null, hour: number) =>
  toTime(hour * 60 + (time ? splitTime(time).minute : 0))
export const withMinute = (time: string | null, minute: number) =>
  toTime((time ? splitTime(time).hour : 8) * 60 + minute)

/** Minutes to choose from: the grid, and an off-grid present value. */
export function minuteChoices(time: string | null): number[] {
  const grid = Array.from({ length: 60 / STEP_MINUTES }, (_, at) => at * STEP_MINUTES)
  const own = time ? splitTime(time).minute : 0
  return grid.includes(own) ? grid : [...grid, own].sort((a, b) => a - b)
}
