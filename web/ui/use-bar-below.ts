import { type RefObject, useLayoutEffect } from 'react'

/** How much the bar at the lower edge covers: neither messages nor what the keyboard comes to may lie behind it. */
export function useBarBelow(bar: RefObject<HTMLElement | null>, isShown = true) {
  useLayoutEffect(() => {
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
