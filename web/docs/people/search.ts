import { fillStates } from '#contract/words/fill-states.ts'
import { type ListSearch, listSearch, oneOf } from '#web/search.ts'

/** `state`: how far somebody is; empty for all. */
export type PeopleSearch = ListSearch & { state: string }

/** Read by the screen: what every address begins with need not know it. */
export const peopleSearch = (search: Record<string, unknown>): PeopleSearch => ({
  ...listSearch(search, '+name', ['name', 'state', 'changed_at', 'reminded_at', 'handed_in_at']),
  state: oneOf(search['state'], fillStates),
})
