// True if the content is wider than its scroll container. The container must then be focusable, so that keys can
// scroll it.
import { type RefObject, useLayoutEffect, useState } from 'react'

export function useOverflows(frame: RefObject<HTMLElement | null>): boolean {
  const [overflows, setOverflows] = useState(false)
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return undefined
    const measure = () => setOverflows(element.scrollWidth > element.clientWidth + 1)
    const sizes = new ResizeObserver(measure)
    sizes.observe(element)
    if (element.firstElementChild) sizes.observe(element.firstElementChild)
    return () => sizes.disconnect()
  }, [frame])
  return overflows
}
