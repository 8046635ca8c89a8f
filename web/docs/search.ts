import { order, pageNumber, text } from '#web/search.ts'

/** What the list of processes can be asked by its address. */
export type DocsSearch = { page: number; filter: string; status: string; order_by: string }

export const startSearch: DocsSearch = { page: 0, filter: '', status: '', order_by: '+name' }

export const docsSearch = (search: Record<string, unknown>): DocsSearch => ({
  page: pageNumber(search['page']),
  filter: text(search['filter']),
  status: text(search['status']),
  order_by: order(search['order_by'], startSearch.order_by),
})
