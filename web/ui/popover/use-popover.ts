// Opens a panel in the browser's top layer beside its anchor; closes on Escape, outside press and lost focus.
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type Align, place } from './place.ts'

export type Popover<A extends HTMLElement> = {
  open: boolean
  setOpen: (open: boolean) => void
  anchor: RefObject<A | null>
  /** Goes on an element with `popover="manual"`. */
  panel: RefObject<HTMLDivElement | null>
  /** Where one panel serves many anchors: the one that it stands beside from now on. */
  moveTo: (at: A) => void
}

type Options = {
  /** The panel is at least as wide as its anchor. */
  asWide?: boolean
  /** Whether Escape, having closed it, also means what it stands over: for what nobody has opened on purpose. */
  passesEscape?: boolean
}

export function usePopover<A extends HTMLElement>(
  align: Align = 'start',
  { asWide = false, passesEscape = false }: Options = {},
): Popover<A> {
  const [open, setOpen] = useState(false)
  const anchor = useRef<A>(null)
  const panel = useRef<HTMLDivElement>(null)

  const adjust = useCallback(() => {
    if (!anchor.current || !panel.current) return
    const { style } = panel.current
    style.maxHeight = 'none'
    if (asWide) style.minWidth = `${anchor.current.offsetWidth}px`
    const size = { width: panel.current.offsetWidth, height: panel.current.offsetHeight }
    // clientWidth, because the gutter of the scroll bar is not ours
    const view = { width: document.documentElement.clientWidth, height: window.innerHeight }
    const { left, top, maxHeight } = place(anchor.current.getBoundingClientRect(), size, view, align)
    style.left = `${left}px`
    style.top = `${top}px`
    style.maxHeight = `${maxHeight}px`
  }, [align, asWide])

  useLayoutEffect(() => {
    const shown = panel.current
    if (!open || !shown) return undefined
    shown.showPopover()
    adjust()
    const size = new ResizeObserver(adjust)
    size.observe(shown)
    return () => {
      size.disconnect()
      shown.hidePopover()
    }
  }, [open, adjust])

  useEffect(() => {
    if (!open) return undefined
    const outside = (event: Event) => {
      const target = event.target
      if (!(target instanceof Node)) return
      if (!panel.current?.contains(target) && !anchor.current?.contains(target)) setOpen(false)
    }
    // In the capturing phase and stopped, so that a dialog around it stays open.
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      if (!passesEscape) {
        event.preventDefault()
        event.stopPropagation()
      }
      setOpen(false)
    }
    const move = (event: Event) => {
      if (!(event.target instanceof Node && panel.current?.contains(event.target))) adjust()
    }
    document.addEventListener('pointerdown', outside)
    document.addEventListener('focusin', outside)
    document.addEventListener('keydown', escape, true)
    window.addEventListener('resize', adjust)
    document.addEventListener('scroll', move, { capture: true, passive: true })
    return () => {
      document.removeEventListener('pointerdown', outside)
      document.removeEventListener('focusin', outside)
      document.removeEventListener('keydown', escape, true)
      window.removeEventListener('resize', adjust)
      document.removeEventListener('scroll', move, true)
    }
  }, [open, adjust, passesEscape])

  const moveTo = useCallback(
    (at: A) => {
      anchor.current = at
      adjust()
    },
    [adjust],
  )
  return { open, setOpen, anchor, panel, moveTo }
}
