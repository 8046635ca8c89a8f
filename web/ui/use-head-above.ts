import { type RefObject, useLayoutEffect } from 'react'
import { drop } from './toast-store.ts'

/** Messages come from above on a phone: none may lie on a head that stays there. `air` is what it has above it at first. */
export function useHeadAbove(head: RefObject<HTMLElement | null>, air: number) {
  useLayoutEffect(() => {
    const shown = head.current
    if (!shown) return undefined
    const size = new ResizeObserver(() => drop.set(shown.offsetHeight + air))
    size.observe(shown)
    return () => {
      size.disconnect()
      drop.set(0)
    }
  }, [head, air])
}
