// Whether somebody is looking at this page now: it is in sight, and where the keyboard goes.
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useLatest } from '#web/ui/use-latest.ts'

export const isWatched = () => document.visibilityState === 'visible' && document.hasFocus()

function subscribe(listener: () => void) {
  window.addEventListener('focus', listener)
  window.addEventListener('blur', listener)
  document.addEventListener('visibilitychange', listener)
  return () => {
    window.removeEventListener('focus', listener)
    window.removeEventListener('blur', listener)
    document.removeEventListener('visibilitychange', listener)
  }
}

const useIsWatched = () => useSyncExternalStore(subscribe, isWatched)

/** Runs when somebody comes back. */
export function useComeBack(act: () => void) {
  const isHere = useIsWatched()
  const wasHere = useRef(isHere)
  const latest = useLatest(act)
  useEffect(() => {
    if (isHere && !wasHere.current) latest.current()
    wasHere.current = isHere
  }, [isHere, latest])
}
