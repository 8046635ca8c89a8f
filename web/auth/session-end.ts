// The session has expired: shown at the login until somebody signs in or logs out.
import { createStore, useStore } from '#web/store.ts'

const hasEnded = createStore(false)

export const setSessionEnded = (ended: boolean) => hasEnded.set(ended)
export const useSessionEnded = () => useStore(hasEnded)
