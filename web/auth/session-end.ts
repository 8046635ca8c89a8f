/** That a session has ended by itself: the login says so until somebody signs in, or has left of their own accord. */
import { useSyncExternalStore } from 'react'

let hasEnded = false
const listeners = new Set<() => void>()

export function setSessionEnded(ended: boolean) {
  hasEnded = ended
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useSessionEnded = () => useSyncExternalStore(subscribe, () => hasEnded)
