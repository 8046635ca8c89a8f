// Sets `data-keyboard` on the root while a phone's keyboard is open, which hides the bar of areas. Detected by
// the window's height: Android resizes the window; iOS covers it, and the covered height is set as
// `--keyboard`.

/** Higher than any collapsing browser bar, lower than any keyboard. */
const MIN_KEYBOARD_PX = 120
/**
 * Delay in ms before the layout without a keyboard returns. A press elsewhere blurs the field before its click; an
 * immediate change of layout would move the pressed element away.
 */
const CLOSE_DELAY_MS = 400

/** Starts listeners that are never removed. `width`, `height`: size of the window without a keyboard. */
export function watchKeyboard(width: number, height: number) {
  const view = window.visualViewport
  const root = document.documentElement
  // Greatest height per width, since rotation changes both.
  const tallest = new Map([[width, height]])
  let late: ReturnType<typeof setTimeout> | undefined
  const look = (isLate: boolean) => {
    const { innerWidth, innerHeight } = window
    const whole = Math.max(tallest.get(innerWidth) ?? 0, innerHeight)
    tallest.set(innerWidth, whole)
    // Zooming in reduces the viewport without a keyboard.
    const isZoomed = (view?.scale ?? 1) > 1.01
    const left = isZoomed ? innerHeight : Math.min(innerHeight, view?.height ?? innerHeight)
    const isSmall = whole - left > MIN_KEYBOARD_PX
    const isOpen = isSmall && isTextInput(document.activeElement)
    clearTimeout(late)
    if (isSmall && !isOpen && !isLate && root.dataset['keyboard'] === 'open') {
      late = setTimeout(look, CLOSE_DELAY_MS, true)
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

const isTextInput = (element: Element | null) =>
  element instanceof HTMLElement &&
  (element.isContentEditable || element.matches('textarea, input:not([type=checkbox], [type=radio])'))
