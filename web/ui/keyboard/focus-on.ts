/**
 * Where the keyboard goes on when what it was at is no more: to what the screen is for, to its heading, or to
 * something nearer.
 */
export const focusHeading = () =>
  focusOn(
    // A section that the address names.
    document.getElementById(location.hash.slice(1))?.querySelector('h2') ??
      document.querySelector<HTMLElement>('main [data-autofocus]:not(dialog *)') ??
      document.querySelector('h1'),
  )

export function focusOn(element: HTMLElement | null | undefined) {
  if (!element) return
  if (element.tabIndex < 0) element.tabIndex = -1
  element.focus({ preventScroll: true })
}
