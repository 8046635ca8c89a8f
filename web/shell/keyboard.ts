/**
 * Tells the style when the keyboard of a phone is open (`data-keyboard` of the root): where half the window is left, the
 * bar with the areas goes away. A browser says so by what is left of the window: Android makes the window itself smaller,
 * an iPhone covers it, and how much of its lower end is told as well (`--keyboard`).
 */

/** No bar of a browser that comes and goes is as high, and no keyboard as low. */
const KEYBOARD_PX = 120

/** For as long as the page is open. */
export function watchKeyboard() {
  const view = window.visualViewport
  const root = document.documentElement
  // A phone that is turned has another height of its own.
  const tallest = new Map<number, number>()
  const look = () => {
    const { innerWidth, innerHeight } = window
    const whole = Math.max(tallest.get(innerWidth) ?? 0, innerHeight)
    tallest.set(innerWidth, whole)
    // Somebody who has zoomed in sees less, and has no keyboard open for that.
    const isZoomed = (view?.scale ?? 1) > 1.01
    const left = isZoomed ? innerHeight : Math.min(innerHeight, view?.height ?? innerHeight)
    const isOpen = isTypedInto(document.activeElement) && whole - left > KEYBOARD_PX
    if (isOpen) root.dataset['keyboard'] = 'open'
    else delete root.dataset['keyboard']
    const covered = isOpen && view ? Math.round(innerHeight - view.height - view.offsetTop) : 0
    if (covered > 0) root.style.setProperty('--keyboard', `${covered}px`)
    else root.style.removeProperty('--keyboard')
  }
  look()
  for (const event of ['resize', 'scroll']) view?.addEventListener(event, look)
  for (const event of ['resize', 'focusin', 'focusout']) addEventListener(event, look)
}

const isTypedInto = (element: Element | null) =>
  element instanceof HTMLElement &&
  (element.isContentEditable || element.matches('textarea, input:not([type=checkbox], [type=radio])'))
