// What each picture of the list asks for: rows at a desk, days on a phone, a week or a month of a calendar. Pure.
import { mostPerPage } from '#contract/words/limits.ts'
import { addDays, addMonths, today, weekday, weeksOf } from '#web/ui/date-time/date-text.ts'
import { parseOrder } from '#web/ui/order-by.ts'
import { happeningsQuery } from './queries.ts'
import type { CalendarView, HappeningsSearch } from './search.ts'

export function listQuery(search: HappeningsSearch, isDesk: boolean) {
  if (!isDesk) return happeningsQuery({ ...fromToday(search), with_teams: true })
  if (search.view) return happeningsQuery({ ...search, page: 0, order_by: '+date', per_page: mostPerPage })
  return happeningsQuery(search)
}

/** In the order of its days the list on a phone begins today; what was before waits behind a press. */
export const isFolded = ({ order_by, start, end }: HappeningsSearch, now = today()) => {
  const order = parseOrder(order_by)
  return order?.key === 'date' && !order.down && start < now && (end === '' || end >= now)
}

const fromToday = (search: HappeningsSearch) => (isFolded(search) ? { ...search, start: today() } : search)

/** The days before today, the last one first. */
export const pastOf = (search: HappeningsSearch) => ({
  ...search,
  end: addDays(today(), -1),
  order_by: '-date',
  page: 0,
  per_page: mostPerPage,
})

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

export const turned = (view: CalendarView, search: HappeningsSearch, step: 1 | -1) => {
  const day = dayOf(view, search)
  return windowOf(view, view === 'month' ? addMonths(`${day.slice(0, 8)}01`, step) : addDays(day, 7 * step))
}
