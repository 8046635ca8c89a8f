// Whether a window has room for the pictures of a desk; with less there are those of a phone.
import { useEffect, useState } from 'react'
import { isTouch } from '#web/ui/media.ts'

/** How much they need, in the window's own letters (rem): the list as a table or a calendar. */
export const LIST_DESK = 43
/** The columns of the times, beside the menu. */
export const TIMES_DESK = 67

/**
 * Whether the window has room for what is worked in with a mouse and a keyboard: `rem` of its own text wide, so that
 * large letters need a larger window. Under a finger there is never such room.
 */
export function useHasRoom(rem: number): boolean {
  const [has, setHas] = useState(() => hasRoom(rem))
  useEffect(() => {
    // Not at once: to ask the window for its size lays out what has just been drawn.
    const again = () => setHas(hasRoom(rem))
    window.addEventListener('resize', again)
    return () => window.removeEventListener('resize', again)
  }, [rem])
  return has
}

/** The same where nothing is drawn yet: what is loaded before a screen depends on it, too. */
export function hasRoom(rem: number): boolean {
  if (isTouch()) return false
  return innerWidth >= rem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
}
