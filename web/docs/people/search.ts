import { type FillState, fillStates } from '#contract/words/fill-states.ts'
import { type ListSearch, listSearch, parseText } from '#web/search.ts'

/** `state`: the listed states of progress, separated by commas; empty for all. */
export type PeopleSearch = ListSearch & { state: string }

/** Default filter: everybody who has not finished. */
export const unfinishedStates = stringifyStates(['missing', 'begun'])

/** Called by the screen instead of its route, so that the app's first chunk does not contain it. */
export const peopleSearch = (search: Record<string, unknown>): PeopleSearch => ({
  ...listSearch(search, '+name', ['name', 'state', 'changed_at', 'reminded_at', 'handed_in_at']),
  state:
    search['state'] === undefined
      ? unfinishedStates
      : stringifyStates(parseStates(parseText(search['state']))),
})

export const parseStates = (list: string): readonly FillState[] => {
  const words = list.split(',')
  const states = fillStates.filter((state) => words.includes(state))
  return states.length === 0 ? fillStates : states
}

export function stringifyStates(states: readonly FillState[]): string {
  return states.length === fillStates.length
    ? ''
    : fillStates.filter((state) => states.includes(state)).join(',')
}
