import { limits, statusFilters } from '#contract/words/happenings.ts'
import { filterText, isDay, oneOf, order, pageNumber, text } from '#web/search.ts'

/** What the list of happenings can be asked by its address. Days as `YYYY-MM-DD`, empty for none. */
export type HappeningsSearch = {
  page: number
  filter: string
  status: string
  type: string
  start: string
  end: string
  order_by: string
  /** Another picture of the same list; without it, rows. */
  view?: CalendarView | undefined
}

const calendarViews = ['week', 'month'] as const
export type CalendarView = (typeof calendarViews)[number]

const fields = ['name', 'type', 'date', 'status']
const timesheetFields = ['personalnummer', 'nachname', 'funktion', 'soll_von_date', 'ist_von_date']
const DAYS = { back: 3, ahead: 7 }

/** Without a word about them: some days back and some ahead. An empty day is a word: no bound. */
export const happeningsSearch = (search: Record<string, unknown>): HappeningsSearch => ({
  page: pageNumber(search['page']),
  filter: filterText(search['filter']),
  status: oneOf(search['status'], statusFilters),
  type: text(search['type']).slice(0, limits.type),
  start: day(search['start'], -DAYS.back),
  end: day(search['end'], DAYS.ahead),
  order_by: order(search['order_by'], '+date', fields),
  ...viewOf(search['view']),
})

/** Not in the address where it is the list. */
const viewOf = (value: unknown) => {
  const view = calendarViews.find((view) => view === value)
  return view && { view }
}

const day = (value: unknown, fromToday: number) =>
  value === '' || isDay(value) ? value : dayFromToday(fromToday)

/** By the clock of whoever sits at the screen. */
export function dayFromToday(days: number): string {
  const now = new Date()
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}

export type HappeningSearch = { page: number; filter: string; status: string; order_by: string }

export const happeningSearch = (search: Record<string, unknown>): HappeningSearch => ({
  page: pageNumber(search['page']),
  filter: filterText(search['filter']),
  status: text(search['status']),
  order_by: order(search['order_by'], '+name', ['name', 'id']),
})

export const startHappening = happeningSearch({})

export type TimesheetSearch = { page: number; filter: string; order_by: string }

export const timesheetSearch = (search: Record<string, unknown>): TimesheetSearch => ({
  page: pageNumber(search['page']),
  filter: filterText(search['filter']),
  order_by: order(search['order_by'], '+nachname', timesheetFields),
})

export const startTimesheet = timesheetSearch({})
