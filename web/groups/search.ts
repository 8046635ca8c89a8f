import { filterText, order, pageNumber } from '#web/search.ts'

/** What the list of groups can be asked by its address. */
export type GroupsSearch = { page: number; filter: string; order_by: string }

export const groupsSearch = (search: Record<string, unknown>): GroupsSearch => ({
  page: pageNumber(search['page']),
  filter: filterText(search['filter']),
  order_by: order(search['order_by'], '+name', ['name']),
})
