// The days that a week or a month of the calendar shows. Pure, and apart from what the first screen needs of the list.
import { addDays, addMonths, today, weekday, weeksOf } from '#web/ui/date-time/days.ts'
import type { CalendarView, HappeningsSearch } from './search.ts'

/** The days that a week or a month around a day shows; a month with the days of its neighbours that fill its weeks. */
export function daysOf(view: CalendarView, day: string): string[][] {
  if (view === 'month') return weeksOf(day)
  const monday = addDays(day, -weekday(day))
  return [Array.from({ length: 7 }, (_, at) => addDays(monday, at))]
}

export function windowOf(
  view: CalendarView,
  day: string,
): { view: CalendarView; start: string; end: string } {
  const days = daysOf(view, day).flat()
  return { view, start: days[0] ?? day, end: days.at(-1) ?? day }
}

/** A day of what the calendar shows now: of the window of a month, one that is surely not a neighbour's. */
export function dayOf(view: CalendarView, { start, end }: HappeningsSearch): string {
  if (start === '' || end === '') return today()
  return view === 'month' ? addDays(start, 10) : start
}

/** From the list to a calendar: today's, where the list shows today. */
export function enter(view: CalendarView, { start, end, view: before }: HappeningsSearch) {
  const now = today()
  if ((start === '' || start <= now) && (end === '' || end >= now)) return windowOf(view, now)
  return windowOf(view, before === 'month' && view === 'week' ? addDays(start, 10) : start || end)
}

/**
 * Days that are no week or no month of a calendar, as whoever writes an address may have them: then the one around
 * them.
 */
export function misfit({ view, ...days }: HappeningsSearch): ReturnType<typeof windowOf> | undefined {
  if (!view) return undefined
  const { start, end } = windowOf(view, dayOf(view, days))
  return start === days.start && end === days.end ? undefined : enter(view, days)
}

export const turned = (view: CalendarView, search: HappeningsSearch, step: 1 | -1) => {
  const day = dayOf(view, search)
  return windowOf(view, view === 'month' ? addMonths(`${day.slice(0, 8)}01`, step) : addDays(day, 7 * step))
}
