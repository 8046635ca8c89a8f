import { useSyncExternalStore } from 'react'
import { isSmallWindow } from '#web/ui/small-window.ts'

/**
 * What the list of happenings is called: as the way to it is (`routes.ts`), in the bar of a phone or in the menu of a
 * desk.
 */
export const useAreaWord = () => (useSyncExternalStore(follow, isSmallWindow) ? 'Zeiten' : 'Veranstaltungen')

function follow(told: () => void) {
  addEventListener('resize', told)
  return () => removeEventListener('resize', told)
}
