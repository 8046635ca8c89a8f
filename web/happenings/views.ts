// Date ranges of calendar views. Pure, in the calendar's chunk.
import { addDays, addMonths, today, weekday, weeksOfMonth } from '#web/ui/date-time/days.ts'
import { type CalendarView, type HappeningsSearch, isCalendar } from './search.ts'

/** Days of the week or month around a day; a month includes the days that complete its weeks. */
export function weeksInView(view: CalendarView, day: string): string[][] {
  if (view === 'month') return weeksOfMonth(day)
  const monday = addDays(day, -weekday(day))
  return [Array.from({ length: 7 }, (_, at) => addDays(monday, at))]
}

export function viewRange(
  view: CalendarView,
  day: string,
): { view: CalendarView; start: string; end: string } {
  const days = weeksInView(view, day).flat()
  return { view, start: days[0] ?? day, end: days.at(-1) ?? day }
}

/** A day that surely belongs to the displayed month or week: a month also shows days of adjacent months. */
export function anchorDay(view: CalendarView, { start, end }: HappeningsSearch): string {
  if (start === '' || end === '') return today()
  return view === 'month' ? addDays(start, 10) : start
}

/**
 * Range when switching from the list to a calendar: the present period if the list includes today, or else that of
 * its first day.
 */
export function initialCalendarRange(view: CalendarView, { start, end, view: before }: HappeningsSearch) {
  const now = today()
  if ((start === '' || start <= now) && (end === '' || end >= now)) return viewRange(view, now)
  return viewRange(view, before === 'month' && view === 'week' ? addDays(start, 10) : start || end)
}

/** Corrects a range in the URL that is no whole week or month. Undefined if nothing has to be corrected. */
export function correctedRange({
  view,
  ...days
}: HappeningsSearch): ReturnType<typeof viewRange> | undefined {
  if (!isCalendar(view)) return undefined
  const { start, end } = viewRange(view, anchorDay(view, days))
  return start === days.start && end === days.end ? undefined : initialCalendarRange(view, days)
}

export const adjacentPeriod = (view: CalendarView, search: HappeningsSearch, step: 1 | -1) => {
  const day = anchorDay(view, search)
  return viewRange(view, view === 'month' ? addMonths(`${day.slice(0, 8)}01`, step) : addDays(day, 7 * step))
}
