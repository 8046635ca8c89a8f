// That a session has ended by itself: the login says so until somebody signs in, or has left of their own accord.
import { createStore, useStore } from '#web/store.ts'

const hasEnded = createStore(false)

export const setSessionEnded = (ended: boolean) => hasEnded.set(ended)
export const useSessionEnded = () => useStore(hasEnded)
