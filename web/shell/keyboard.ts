// Sets `data-keyboard` on the root while a phone's keyboard is open, which hides the bar of areas. Detected by
// the window's height: Android resizes the window; iOS covers it, and the covered height is set as
// `--keyboard`.

/** Higher than any collapsing browser bar, lower than any keyboard. */
const KEYBOARD_PX = 120
/** Pressing elsewhere blurs the field first; layout that returned at once would move the target away. */
const PRESS_MS = 400

/** Never stopped. `width`, `height`: the window without a keyboard. */
export function watchKeyboard(width: number, height: number) {
  const view = window.visualViewport
  const root = document.documentElement
  // Heights by width, since rotation changes them.
  const tallest = new Map([[width, height]])
  let late: ReturnType<typeof setTimeout> | undefined
  const look = (isLate: boolean) => {
    const { innerWidth, innerHeight } = window
    const whole = Math.max(tallest.get(innerWidth) ?? 0, innerHeight)
    tallest.set(innerWidth, whole)
    // Zooming in reduces the viewport without a keyboard.
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
