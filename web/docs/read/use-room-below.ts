import { type RefObject, useEffect } from 'react'

/** As much as the bar at the lower edge covers, what the keyboard comes to is scrolled above it. */
export function useRoomBelow(bar: RefObject<HTMLElement | null>, isShown: boolean) {
  useEffect(() => {
    const shown = bar.current
    if (!isShown || !shown) return undefined
    const { style } = document.documentElement
    const measure = () => style.setProperty('--bar-below', `${shown.offsetHeight}px`)
    const size = new ResizeObserver(measure)
    size.observe(shown)
    return () => {
      size.disconnect()
      style.removeProperty('--bar-below')
    }
  }, [bar, isShown])
}
