import { createStore } from '#web/store.ts'
import { defaultDocsSearch } from './search.ts'

/** Search params of the list as it was last shown in this window. Links from a process back to the list use them. */
export const lastListStore = createStore(defaultDocsSearch)
