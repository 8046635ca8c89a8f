// Panel in the top layer, positioned at an anchor; and a popover that closes on Escape, a press outside and
// lost focus.
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

type Box = { left: number; top: number; width: number; height: number }
type Size = { width: number; height: number }
/** Visible viewport, without a phone's keyboard. */
type Viewport = Size & { top: number }
type Align = 'start' | 'end' | 'center'
type PanelPosition = { left: number; top: number; maxHeight: number; above: boolean }

type PopoverOptions = {
  isOpen?: boolean
  align?: Align
  /** The panel is at least as wide as its anchor. */
  asWide?: boolean
}

/**
 * Shows the panel, an element with `popover`, beside the box that `where` returns (in viewport px), and follows the
 * box.
 */
export function useAnchoredPanel(
  panel: RefObject<HTMLElement | null>,
  where: () => Box | undefined,
  { isOpen = true, align = 'start', asWide = false }: PopoverOptions = {},
) {
  const adjust = useEffectEvent(() => {
    const at = where()
    if (isOpen && panel.current && at) placeBeside(panel.current, at, align, asWide)
  })

  useLayoutEffect(() => {
    const element = panel.current
    if (!isOpen || !element) return undefined
    element.showPopover()
    const again = () => adjust()
    const scrolled = ({ target }: Event) => {
      if (!(target instanceof Node && element.contains(target))) adjust()
    }
    const size = new ResizeObserver(again)
    size.observe(element)
    const ends = new AbortController()
    const { signal } = ends
    document.addEventListener('scroll', scrolled, { signal, capture: true, passive: true })
    addEventListener('resize', again, { signal })
    visualViewport?.addEventListener('resize', again, { signal })
    return () => {
      size.disconnect()
      ends.abort()
    }
  }, [panel, isOpen])
  // After every render: the size of the content or the place of the anchor may have changed.
  useLayoutEffect(() => adjust())
}

function placeBeside(panel: HTMLElement, at: Box, align: Align, asWide: boolean) {
  const { style } = panel
  style.maxHeight = 'none'
  if (asWide) style.minWidth = `${at.width}px`
  const size = { width: panel.offsetWidth, height: panel.offsetHeight }
  const view = {
    top: visualViewport?.offsetTop ?? 0,
    // Without the scroll bar.
    width: document.documentElement.clientWidth,
    height: visualViewport?.height ?? innerHeight,
  }
  const { left, top, maxHeight } = calculatePosition(at, size, view, align)
  style.left = `${left}px`
  style.top = `${top}px`
  style.maxHeight = `${maxHeight}px`
}

/**
 * Positions a panel below its anchor, or above for lack of space, always within the viewport. All numbers are
 * CSS px; `margin` stays free at the edges.
 */
export function calculatePosition(
  anchor: Box,
  panel: Size,
  view: Viewport,
  align: Align,
  gap = 4,
  margin = 8,
): PanelPosition {
  const below = view.top + view.height - margin - (anchor.top + anchor.height + gap)
  const over = anchor.top - view.top - gap - margin
  const above = panel.height > below && over > below
  const maxHeight = Math.max(above ? over : below, 96)
  const height = Math.min(panel.height, maxHeight)
  const wanted =
    align === 'start'
      ? anchor.left
      : align === 'end'
        ? anchor.left + anchor.width - panel.width
        : anchor.left + (anchor.width - panel.width) / 2
  const left = Math.max(margin, Math.min(wanted, view.width - margin - panel.width))
  const top = above ? anchor.top - gap - height : anchor.top + anchor.height + gap
  return { left, top, maxHeight, above }
}

export type Popover<A extends HTMLElement> = {
  open: boolean
  setOpen: (open: boolean) => void
  /** May change between renders, to serve many anchors. */
  anchor: RefObject<A | null>
  /** Ref of the panel, an element with `popover="manual"`. */
  panel: RefObject<HTMLDivElement | null>
}

type Options = {
  asWide?: boolean
  /** Escape also reaches a dialog below. For tooltips, which open without a click. */
  passesEscape?: boolean
}

export function usePopover<A extends HTMLElement>(
  align: Align = 'start',
  { asWide = false, passesEscape = false }: Options = {},
): Popover<A> {
  const [open, setOpen] = useState(false)
  const anchor = useRef<A>(null)
  const panel = useRef<HTMLDivElement>(null)
  useAnchoredPanel(panel, () => anchor.current?.getBoundingClientRect(), { isOpen: open, align, asWide })

  useLayoutEffect(() => {
    const element = panel.current
    return open ? () => element?.hidePopover() : undefined
  }, [open])

  useEffect(() => {
    if (!open) return undefined
    const outside = ({ target }: Event) => {
      if (!(target instanceof Node)) return
      if (!panel.current?.contains(target) && !anchor.current?.contains(target)) setOpen(false)
    }
    // Captured and stopped, to keep a surrounding dialog open.
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      if (!passesEscape) {
        event.preventDefault()
        event.stopPropagation()
      }
      setOpen(false)
    }
    const ends = new AbortController()
    const { signal } = ends
    document.addEventListener('pointerdown', outside, { signal })
    document.addEventListener('focusin', outside, { signal })
    document.addEventListener('keydown', escape, { signal, capture: true })
    return () => ends.abort()
  }, [open, passesEscape])

  return { open, setOpen, anchor, panel }
}
