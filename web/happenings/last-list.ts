import { createStore } from '#web/store.ts'
import { type HappeningsSearch, happeningsSearch } from './search.ts'

const lastSearch = createStore<HappeningsSearch | undefined>(undefined)
/** Last state of the list in this window, for the way back from a happening. */
export const lastListStore = { get: () => lastSearch.get() ?? happeningsSearch({}), set: lastSearch.set }
