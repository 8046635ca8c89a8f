import { type RefObject, useLayoutEffect } from 'react'
import { lift } from './toast/toast-store.ts'

type Options = {
  isShown?: boolean
  /** In which windows it lies at the lower edge; in all others it stands beside what is read. */
  media?: string
  /** Free space above it, in px. */
  air: number
}

/**
 * Neither messages nor what the keyboard comes to may lie behind the bar at the lower edge. Its height is told only
 * where it is read, with no variable that the root has not had before: each element of a long page would be looked at
 * anew.
 */
export function useBarBelow(
  bar: RefObject<HTMLElement | null>,
  { isShown = true, media = 'all', air }: Options,
) {
  useLayoutEffect(() => {
    const shown = bar.current
    if (!isShown || !shown) return undefined
    const { style } = document.documentElement
    /** Where the window has no room for it, it scrolls along with the page and lies upon nothing. */
    const lies = () => matchMedia(media).matches && !(Number.parseFloat(getComputedStyle(shown).bottom) < 0)
    const tell = (height: number) => {
      style.scrollPaddingBlockEnd = height > 0 ? `calc(var(--bottom-bar) + ${height + air}px)` : ''
      if (lift.get() !== height) lift.set(height)
    }
    // What turns a bar into a box beside the text makes it another size, too.
    const size = new ResizeObserver(() => tell(lies() ? shown.offsetHeight : 0))
    size.observe(shown)
    return () => {
      size.disconnect()
      tell(0)
    }
  }, [bar, isShown, media, air])
}
