// The days of a sync, first and last day included. The last is at most 13 days after the first, since the
// planner is queried for all of them in one request. Pure.

const DAY_MS = 86_400_000
const WINDOW_LIMIT_MS = 336 * 3_600_000

type WindowFault = { day: 'start_date' | 'end_date'; sentence: string }

/** The reason why two days (`YYYY-MM-DD`) are no valid window, and the faulty field. */
export function windowFault(
  start: string | null | undefined,
  end: string | null | undefined,
): WindowFault | undefined {
  if (!start || !end)
    return { day: start ? 'end_date' : 'start_date', sentence: 'Bitte ein Start- und Enddatum angeben.' }
  const span = Date.parse(end) - Date.parse(start)
  if (span < 0) return { day: 'start_date', sentence: 'Das Startdatum muss vor dem Enddatum liegen.' }
  if (span >= WINDOW_LIMIT_MS)
    return { day: 'end_date', sentence: 'Der Zeitraum muss kleiner als 14 Tage sein.' }
  return undefined
}

/** The next window of the same length, which starts on the day after `end`. */
export function windowAfter(start: string, end: string): [start: string, end: string] {
  const shift = Date.parse(end) - Date.parse(start) + DAY_MS
  const later = (day: string) => new Date(Date.parse(day) + shift).toISOString().slice(0, 10)
  return [later(start), later(end)]
}
