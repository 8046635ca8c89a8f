import { createStore } from '#web/store.ts'

/** The document in whose editor somebody wants to be led to what is still open in the text. */
export const wantedPlace = createStore<number | undefined>(undefined)
