import { currentFilter, userFilters } from '#contract/words/users.ts'
import { type ListSearch, listSearch, parseChoice, text } from '#web/search.ts'

export type UsersSearch = ListSearch & { filter_status: string }

const fields = [
  'username',
  'persplan_vorname',
  'persplan_nachname',
  'persplan_email',
  'persplan_telefon',
  'is_admin',
]

export const usersSearch = (search: Record<string, unknown>): UsersSearch => ({
  ...listSearch(search, '+persplan_nachname', fields),
  filter_status: parseChoice(currentFilter(text(search['filter_status'])), userFilters),
})
