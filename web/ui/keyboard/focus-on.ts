/** Moves the focus when its element has gone: to the section that the address names, the main control or the heading. */
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
