import { order, pageNumber, text } from '#web/search.ts'

/** What the list of users can be asked by its address. */
export type UsersSearch = { page: number; filter: string; filter_status: string; order_by: string }

export const usersSearch = (search: Record<string, unknown>): UsersSearch => ({
  page: pageNumber(search['page']),
  filter: text(search['filter']),
  filter_status: text(search['filter_status']),
  order_by: order(search['order_by'], '+username'),
})
