/** Where the keyboard goes on when what it was at is no more: to the screen's heading. */
export function focusHeading() {
  const heading = document.querySelector('h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
