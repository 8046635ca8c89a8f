// Keeps a panel beside a place in the text: below it, or above where there is more room, in what the keyboard of a
// phone leaves of the window.
import { type RefObject, useEffect, useLayoutEffect } from 'react'
import { useLatest } from '#web/ui/use-latest.ts'

export type Box = { left: number; top: number; bottom: number }

/** `where`: in px of the window. */
export function usePlaced(panel: RefObject<HTMLElement | null>, where: () => Box | undefined) {
  const place = useLatest(() => {
    const at = where()
    if (panel.current && at) placeBeside(panel.current, at)
  })
  // Each time, since its height goes with what it shows.
  useLayoutEffect(() => place.current())
  useEffect(() => {
    const again = () => place.current()
    document.addEventListener('scroll', again, { capture: true, passive: true })
    visualViewport?.addEventListener('resize', again)
    return () => {
      document.removeEventListener('scroll', again, { capture: true })
      visualViewport?.removeEventListener('resize', again)
    }
  }, [place])
}

const GAP = 6 // px

function placeBeside(panel: HTMLElement, at: Box) {
  if (!panel.matches(':popover-open')) panel.showPopover()
  const top = visualViewport?.offsetTop ?? 0
  const height = visualViewport?.height ?? innerHeight
  const [above, below] = [at.top - top, top + height - at.bottom]
  const { style } = panel
  style.maxHeight = 'none'
  const isAbove = panel.offsetHeight + 2 * GAP > below && above > below
  const shown = Math.min(panel.offsetHeight, (isAbove ? above : below) - 2 * GAP)
  const right = document.documentElement.clientWidth - panel.offsetWidth - GAP
  style.maxHeight = `${shown}px`
  style.top = `${isAbove ? at.top - GAP - shown : at.bottom + GAP}px`
  style.left = `${Math.max(GAP, Math.min(at.left, right))}px`
}
