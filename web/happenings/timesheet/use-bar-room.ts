import { type RefObject, useLayoutEffect, useRef } from 'react'

/** How high the bar is, for what must not come to lie behind it: messages, and the field that has the focus. */
export function useBarRoom(): RefObject<HTMLElement | null> {
  const bar = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const shown = bar.current
    if (!shown) return undefined
    const { style } = document.documentElement
    const size = new ResizeObserver(() => style.setProperty('--times-bar', `${shown.offsetHeight}px`))
    size.observe(shown)
    return () => size.disconnect()
  }, [])
  return bar
}
