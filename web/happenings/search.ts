import { happeningOrders } from '#contract/words/happening-texts.ts'
import { happeningLimits, statusFilters } from '#contract/words/happenings.ts'
import {
  isDay,
  parseChoice,
  parseFilterText,
  parseOrderParam,
  parsePageNumber,
  parseText,
} from '#web/search.ts'
import { addDays, today } from '#web/ui/date-time/days.ts'

/** Search params of the list of happenings. Days as `YYYY-MM-DD`, empty for none. */
export type HappeningsSearch = {
  page: number
  filter: string
  status: string
  type: string
  start: string
  end: string
  order_by: string
  /** Absent: the default view of the user (`viewFor`). */
  view?: View | undefined
}

const views = ['days', 'list', 'week', 'month'] as const
export type View = (typeof views)[number]
export type CalendarView = Exclude<View, 'days' | 'list'>
export const isCalendar = (view: View | undefined): view is CalendarView =>
  view === 'week' || view === 'month'

const timesheetSortFields = ['personalnummer', 'nachname', 'funktion', 'soll_von_date', 'ist_von_date']

/** By default from three days ago to seven days ahead. An empty day means no bound. */
export const happeningsSearch = (search: Record<string, unknown>): HappeningsSearch => ({
  page: parsePageNumber(search['page']),
  filter: parseFilterText(search['filter']),
  status: parseChoice(search['status'], statusFilters),
  type: parseText(search['type']).slice(0, happeningLimits.type),
  start: day(search['start'], -3),
  end: day(search['end'], 7),
  order_by: parseOrderParam(search['order_by'], '+date', happeningOrders),
  ...parseView(search['view']),
})

const parseView = (value: unknown) => {
  const view = views.find((view) => view === value)
  return view && { view }
}

const day = (value: unknown, fromToday: number) =>
  value === '' || isDay(value) ? value : addDays(today(), fromToday)

export type HappeningSearch = {
  page: number
  filter: string
  /** Kept for old addresses; the list of parts ignores it. */
  status: string
  order_by: string
}

export const happeningSearch = (search: Record<string, unknown>): HappeningSearch => ({
  page: parsePageNumber(search['page']),
  filter: parseFilterText(search['filter']),
  status: parseText(search['status']),
  order_by: parseOrderParam(search['order_by'], '+name', ['name', 'id']),
})

export const defaultHappeningSearch = happeningSearch({})

export type TimesheetSearch = { page: number; filter: string; order_by: string }

export const timesheetSearch = (search: Record<string, unknown>): TimesheetSearch => ({
  page: parsePageNumber(search['page']),
  filter: parseFilterText(search['filter']),
  order_by: parseOrderParam(search['order_by'], '+nachname', timesheetSortFields),
})

export const defaultTimesheetSearch = timesheetSearch({})
