import { filterText, oneOf, order, pageNumber } from '#web/search.ts'

/** What the list of users can be asked by its address. */
export type UsersSearch = { page: number; filter: string; filter_status: string; order_by: string }

export const filterStatuses = ['Admin', 'Benutzer', 'Lokal', 'Planer', 'Deaktiviert'] as const
const fields = [
  'username',
  'persplan_vorname',
  'persplan_nachname',
  'persplan_email',
  'persplan_telefon',
  'is_admin',
]

export const usersSearch = (search: Record<string, unknown>): UsersSearch => ({
  page: pageNumber(search['page']),
  filter: filterText(search['filter']),
  filter_status: oneOf(search['filter_status'], filterStatuses),
  order_by: order(search['order_by'], '+username', fields),
})
