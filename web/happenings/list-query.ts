// What the list asks for: rows at a desk, days on a phone, all of a window in a calendar. Pure.
import { mostPerPage } from '#contract/words/limits.ts'
import { parseOrder } from '#web/ui/order-by.ts'
import { happeningsQuery } from './queries.ts'
import { dayFromToday, type HappeningsSearch } from './search.ts'

export function listQuery(search: HappeningsSearch, isDesk: boolean) {
  if (!isDesk) return happeningsQuery({ ...fromToday(search), with_teams: true })
  if (search.view) return happeningsQuery({ ...search, page: 0, order_by: '+date', per_page: mostPerPage })
  return happeningsQuery(search)
}

/** In the order of its days the list on a phone begins today; what was before waits behind a press. */
export const isFolded = ({ order_by, start, end }: HappeningsSearch, now = dayFromToday(0)) => {
  const order = parseOrder(order_by)
  return order?.key === 'date' && !order.down && start < now && (end === '' || end >= now)
}

const fromToday = (search: HappeningsSearch) =>
  isFolded(search) ? { ...search, start: dayFromToday(0) } : search

/** The days before today, the last one first. */
export const pastOf = (search: HappeningsSearch) => ({
  ...search,
  end: dayFromToday(-1),
  order_by: '-date',
  page: 0,
  per_page: mostPerPage,
})
