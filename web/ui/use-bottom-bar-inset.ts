import { type RefObject, useLayoutEffect } from 'react'
import { bottomInset } from './toast/toast-store.ts'

type Options = {
  isShown?: boolean
  /** Media query in which it is a bottom bar. */
  media?: string
  /** Free space above it, in px. */
  gap: number
}

/**
 * Keeps toasts and the focused element clear of a bottom bar. Sets no variable on the root, which would restyle
 * every element of a long page.
 */
export function useBottomBarInset(
  bar: RefObject<HTMLElement | null>,
  { isShown = true, media = 'all', gap }: Options,
) {
  useLayoutEffect(() => {
    const element = bar.current
    if (!isShown || !element) return undefined
    const { style } = document.documentElement
    /** False outside `media`, and in a low window, where the bar is not sticky and covers nothing. */
    const isAtBottom = () =>
      matchMedia(media).matches && !(Number.parseFloat(getComputedStyle(element).bottom) < 0)
    const tell = (height: number) => {
      style.scrollPaddingBlockEnd = height > 0 ? `calc(var(--bottom-bar) + ${height + gap}px)` : ''
      if (bottomInset.get() !== height) bottomInset.set(height)
    }
    // Also observes the switch from bar to sidebar.
    const size = new ResizeObserver(() => tell(isAtBottom() ? element.offsetHeight : 0))
    size.observe(element)
    return () => {
      size.disconnect()
      tell(0)
    }
  }, [bar, isShown, media, gap])
}
