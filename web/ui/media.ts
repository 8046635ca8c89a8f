// Media queries.
import { useSyncExternalStore } from 'react'

/** Phone or narrow window: the shell shows its bars, with the page's title in the upper one. */
export const isSmallWindow = () => matchMedia('(max-width: 53.75em)').matches

/** Coarse pointer: phone or tablet. */
export const isTouch = () => matchMedia('(pointer: coarse)').matches

/** Instant with „reduced motion“. */
export const scrollBehavior = (): ScrollBehavior =>
  matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth'

/** Only on screens: paper always gets tables. */
const narrowQuery = 'screen and (max-width: 64em)'

/** Too narrow for a table beside the menu: lists have rows, and their filters a sheet. */
export const useIsNarrow = () =>
  useSyncExternalStore(subscribeToNarrow, () => matchMedia(narrowQuery).matches)

function subscribeToNarrow(changed: () => void) {
  const query = matchMedia(narrowQuery)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}
