// Moves the focus when the focused element disappears.
import { type RefObject, useLayoutEffect } from 'react'

/** Focuses the section in the URL fragment, or else the main control, or else the heading. */
export const focusHeading = () =>
  focusOn(
    document.getElementById(location.hash.slice(1))?.querySelector<HTMLElement>('summary, h2') ??
      document.querySelector<HTMLElement>('main [data-autofocus]:not(dialog *)') ??
      document.querySelector('h1'),
  )

export function focusOn(element: HTMLElement | null | undefined) {
  if (!element) return
  if (element.tabIndex < 0) element.tabIndex = -1
  element.focus({ preventScroll: true })
}

/** Calls `handOver` (must be stable) if the box unmounts while the focus is inside. */
export function useFocusHandover<E extends HTMLElement>(
  box: RefObject<E | null>,
  handOver: (gone: E) => void,
) {
  useLayoutEffect(() => {
    const element = box.current
    return () => {
      if (element?.contains(document.activeElement)) handOver(element)
    }
  }, [box, handOver])
}
