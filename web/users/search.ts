import { toCurrentUserFilter, userFilters } from '#contract/words/users.ts'
import { type ListSearch, listSearch, parseChoice, parseText } from '#web/search.ts'

export type UsersSearch = ListSearch & { filter_status: string }

const sortFields = [
  'username',
  'persplan_vorname',
  'persplan_nachname',
  'persplan_email',
  'persplan_telefon',
  'is_admin',
]

export const usersSearch = (search: Record<string, unknown>): UsersSearch => ({
  ...listSearch(search, '+persplan_nachname', sortFields),
  filter_status: parseChoice(toCurrentUserFilter(parseText(search['filter_status'])), userFilters),
})
