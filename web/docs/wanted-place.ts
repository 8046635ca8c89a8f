import { createStore } from '#web/store.ts'

/** The document whose editor should select its first open place when it opens. */
export const wantedPlaceDocIdStore = createStore<number | undefined>(undefined)
