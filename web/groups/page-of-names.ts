import { foldForSearch, matcher } from '#web/matching.ts'
import { parseOrder } from '#web/ui/table/order-by.ts'
import type { GroupsSearch } from './search.ts'

const PER_PAGE = 25
const germanCollator = new Intl.Collator('de', { numeric: true })

/** The requested page of the matching names, or the last page if `page` is beyond it. */
export function pageOfNames(all: readonly string[], { filter, order_by, page }: GroupsSearch) {
  const down = parseOrder(order_by)?.down ? -1 : 1
  const matches = matcher(filter)
  const names = all
    .filter((name) => matches(foldForSearch(name)))
    .sort((a, b) => down * germanCollator.compare(a, b))
  const pages = Math.ceil(names.length / PER_PAGE)
  const at = Math.max(0, Math.min(page, pages - 1))
  return { names: names.slice(at * PER_PAGE, (at + 1) * PER_PAGE), pages }
}
