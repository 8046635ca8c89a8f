// Tells the style when the keyboard of a phone is open (`data-keyboard` of the root): where half the window is left,
// the bar with the areas goes away. A browser says so by what is left of the window: Android makes the window itself
// smaller, an iPhone covers it, and how much of its lower end is told as well (`--keyboard`).

/** No bar of a browser that comes and goes is as high, and no keyboard as low. */
const KEYBOARD_PX = 120
/**
 * A press elsewhere takes the focus out of the field before it counts. What came back at once would move what is
 * pressed from under the finger; the keyboard itself takes its time to go, too.
 */
const PRESS_MS = 400

/** For as long as the page is open. The window as it was before any keyboard. */
export function watchKeyboard(width: number, height: number) {
  const view = window.visualViewport
  const root = document.documentElement
  // A phone that is turned has another height of its own.
  const tallest = new Map([[width, height]])
  let late: ReturnType<typeof setTimeout> | undefined
  const look = (isLate: boolean) => {
    const { innerWidth, innerHeight } = window
    const whole = Math.max(tallest.get(innerWidth) ?? 0, innerHeight)
    tallest.set(innerWidth, whole)
    // Somebody who has zoomed in sees less, and has no keyboard open for that.
    const isZoomed = (view?.scale ?? 1) > 1.01
    const left = isZoomed ? innerHeight : Math.min(innerHeight, view?.height ?? innerHeight)
    const isSmall = whole - left > KEYBOARD_PX
    const isOpen = isSmall && isTypedInto(document.activeElement)
    clearTimeout(late)
    if (isSmall && !isOpen && !isLate && root.dataset['keyboard'] === 'open') {
      late = setTimeout(look, PRESS_MS, true)
      return
    }
    if (isOpen) root.dataset['keyboard'] = 'open'
    else delete root.dataset['keyboard']
    const covered = isOpen && view ? Math.round(innerHeight - view.height - view.offsetTop) : 0
    if (covered > 0) root.style.setProperty('--keyboard', `${covered}px`)
    else root.style.removeProperty('--keyboard')
  }
  const lookNow = () => look(false)
  lookNow()
  for (const event of ['resize', 'scroll']) view?.addEventListener(event, lookNow)
  for (const event of ['resize', 'focusin', 'focusout']) addEventListener(event, lookNow)
}

const isTypedInto = (element: Element | null) =>
  element instanceof HTMLElement &&
  (element.isContentEditable || element.matches('textarea, input:not([type=checkbox], [type=radio])'))
