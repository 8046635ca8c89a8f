// Moves the focus when the element that had it is gone.
import { type RefObject, useLayoutEffect } from 'react'

/** To the section that the address names, the main control or the heading. */
export const focusHeading = () =>
  focusOn(
    document.getElementById(location.hash.slice(1))?.querySelector('h2') ??
      document.querySelector<HTMLElement>('main [data-autofocus]:not(dialog *)') ??
      document.querySelector('h1'),
  )

export function focusOn(element: HTMLElement | null | undefined) {
  if (!element) return
  if (element.tabIndex < 0) element.tabIndex = -1
  element.focus({ preventScroll: true })
}

/** Calls `handOver`, which must be stable, when the box goes away with the focus in it. */
export function useHandOver<E extends HTMLElement>(box: RefObject<E | null>, handOver: (gone: E) => void) {
  useLayoutEffect(() => {
    const element = box.current
    return () => {
      if (element?.contains(document.activeElement)) handOver(element)
    }
  }, [box, handOver])
}
