// Whether the session has expired. The login says so until somebody signs in or logs out.
import { createStore, useStore } from '#web/store.ts'

const sessionEndedStore = createStore(false)

export const setSessionEnded = (ended: boolean) => sessionEndedStore.set(ended)
export const useSessionEnded = () => useStore(sessionEndedStore)
