import { type RefObject, useLayoutEffect } from 'react'

/** Calls `handOver`, which must be stable, when the box goes away with the focus in it. */
export function useHandOver<E extends HTMLElement>(box: RefObject<E | null>, handOver: (gone: E) => void) {
  useLayoutEffect(() => {
    const element = box.current
    return () => {
      if (element?.contains(document.activeElement)) handOver(element)
    }
  }, [box, handOver])
}
