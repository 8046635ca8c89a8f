import { fillStates } from '#contract/words/fill-states.ts'
import { type ListSearch, listSearch, oneOf } from '#web/search.ts'

/** `state`: progress filter; empty for all. */
export type PeopleSearch = ListSearch & { state: string }

/** Parsed by the screen, to keep it out of the start of the app. */
export const peopleSearch = (search: Record<string, unknown>): PeopleSearch => ({
  ...listSearch(search, '+name', ['name', 'state', 'changed_at', 'reminded_at', 'handed_in_at']),
  state: oneOf(search['state'], fillStates),
})
