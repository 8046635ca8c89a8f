// The place of a floating panel: under its anchor, above when there is no room, always inside the window.

export type Box = { left: number; top: number; width: number; height: number }
export type Size = { width: number; height: number }
/** The part of the window that can be seen: the keyboard of a phone takes some of it. */
export type View = Size & { top: number }
export type Align = 'start' | 'end' | 'center'
export type Place = { left: number; top: number; maxHeight: number; above: boolean }

/** All numbers are CSS pixels of the window. `margin` is kept free at the edges of the view. */
export function place(anchor: Box, panel: Size, view: View, align: Align, gap = 4, margin = 8): Place {
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
