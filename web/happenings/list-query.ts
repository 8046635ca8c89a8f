// Query of each view: pages of the list, days with their teams, or the whole range of a calendar.
import { queryOptions } from '@tanstack/react-query'
import { UNSENT_FILTER } from '#contract/words/happenings.ts'
import { maxPerPage } from '#contract/words/limits.ts'
import { ask } from '#web/api.ts'
import { withCopyFallback } from '#web/offline/with-copy-fallback.ts'
import { pollEvery } from '#web/poll.ts'
import { addDays, today } from '#web/ui/date-time/days.ts'
import { parseOrder } from '#web/ui/table/order-by.ts'
import { type HappeningsSearch, isCalendar, type View } from './search.ts'

type ListQuery = HappeningsSearch & { with_teams?: boolean; per_page?: number }

export const happeningsQuery = ({ start, end, view: _view, ...query }: ListQuery) =>
  queryOptions({
    queryKey: ['happenings', 'list', start, end, query],
    ...withCopyFallback((options) =>
      ask('GET', '/happenings/', { query: { ...query, date_start: start, date_end: end }, ...options }),
    ),
    refetchInterval: pollEvery(5_000),
  })

export const typesQuery = queryOptions({
  queryKey: ['happenings', 'types'],
  ...withCopyFallback((options) => ask('GET', '/happenings/types/', options)),
  staleTime: 60_000,
})

/** Phones have a single view. On desktops administrators start with the list, others with the days. */
export const viewFor = ({ view }: HappeningsSearch, isDesk: boolean, isAdmin: boolean): View =>
  isDesk ? (view ?? (isAdmin ? 'list' : 'days')) : 'days'

export function listQuery(search: HappeningsSearch, view: View) {
  if (view === 'days') return happeningsQuery({ ...fromToday(search), with_teams: true })
  if (isCalendar(view))
    return happeningsQuery({ ...search, page: 0, order_by: '+date', per_page: maxPerPage })
  return happeningsQuery(search)
}

/**
 * True if the list starts today and collapses the earlier days. It must be sorted by day, ascending, and its range
 * must include today and earlier days. False with the filter for unsent times, which are in the past.
 */
export const isPastFolded = ({ order_by, status, start, end }: HappeningsSearch, now = today()) => {
  const order = parseOrder(order_by)
  return (
    status !== UNSENT_FILTER &&
    order?.key === 'date' &&
    !order.down &&
    start < now &&
    (end === '' || end >= now)
  )
}

const fromToday = (search: HappeningsSearch) =>
  isPastFolded(search) ? { ...search, start: today() } : search

/** The days before today, latest first. */
export const pastDaysSearch = (search: HappeningsSearch) => ({
  ...search,
  end: addDays(today(), -1),
  order_by: '-date',
  page: 0,
  per_page: maxPerPage,
})
