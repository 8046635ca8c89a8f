import { type RefObject, useLayoutEffect } from 'react'

/** Hands the keyboard on when what it is in goes away. `handOver` is one for good: a function of its module. */
export function useHandOver<E extends HTMLElement>(box: RefObject<E | null>, handOver: (gone: E) => void) {
  useLayoutEffect(() => {
    const shown = box.current
    return () => {
      if (shown?.contains(document.activeElement)) handOver(shown)
    }
  }, [box, handOver])
}
