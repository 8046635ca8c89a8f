import { useSyncExternalStore } from 'react'

/** A phone, or a window as narrow: there the shell has its bars, and pages put their title into the upper one. */
const narrow = matchMedia('(max-width: 860px)')

export const isSmallWindow = () => narrow.matches

/** The same for what is drawn, and drawn again once the window has become another. */
export const useIsSmallWindow = () => useSyncExternalStore(follow, isSmallWindow)

function follow(told: () => void) {
  narrow.addEventListener('change', told)
  return () => narrow.removeEventListener('change', told)
}
