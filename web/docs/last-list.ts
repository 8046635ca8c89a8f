import { createStore } from '#web/store.ts'
import { defaultDocsSearch } from './search.ts'

/** Last state of the list in this window, for the way back from a process. */
export const lastListStore = createStore(defaultDocsSearch)
