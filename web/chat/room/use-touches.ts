// Touch gestures on a message, for devices without hover: a long press opens its menu, a swipe to the right replies.
// The key A replies, too.
import { type KeyboardEvent, type PointerEvent, type SyntheticEvent, useEffect, useRef } from 'react'

const LONG_PRESS_MS = 450
/** Least distance of a swipe that replies. */
const MIN_SWIPE_PX = 56
const MAX_SWIPE_PX = 72

type Touch = { message: HTMLElement; x: number; timer: ReturnType<typeof setTimeout>; isLong: boolean }

export function useMessageGestures(onReply: (id: number) => void) {
  const touch = useRef<Touch>(undefined)
  const moved = (x: number) => Math.min(MAX_SWIPE_PX, Math.max(0, x - (touch.current?.x ?? x)))
  function end() {
    clearTimeout(touch.current?.timer)
    touch.current?.message.style.removeProperty('translate')
  }
  useEffect(() => () => clearTimeout(touch.current?.timer), [])
  return {
    onKeyDown(event: KeyboardEvent) {
      const { key, target, ctrlKey, metaKey, altKey } = event
      const message = target instanceof Element && target.closest<HTMLElement>('[data-id]')
      if (!message || key.toLowerCase() !== 'a' || ctrlKey || metaKey || altKey) return
      // Replying focuses the message field, which would otherwise receive the letter.
      event.preventDefault()
      onReply(Number(message.dataset['id']))
    },
    onPointerDown({ pointerType, target, clientX: x }: PointerEvent) {
      end()
      touch.current = undefined
      const message =
        pointerType === 'touch' &&
        target instanceof Element &&
        // On a link a long press opens the browser's own menu.
        !target.closest('a') &&
        target.closest<HTMLElement>('[data-menu]')
      const more = message && message.querySelector<HTMLElement>('[aria-haspopup=menu]')
      if (!more) return
      const timer = setTimeout(() => {
        touch.current = { message, x, timer, isLong: true }
        end()
        more.click()
      }, LONG_PRESS_MS)
      touch.current = { message, x, timer, isLong: false }
    },
    onPointerMove({ pointerType, clientX }: PointerEvent) {
      const { message, timer, isLong } = (pointerType === 'touch' && touch.current) || {}
      const by = moved(clientX)
      if (!message || isLong || by < 8) return
      clearTimeout(timer)
      message.style.setProperty('translate', `${by}px`)
    },
    onPointerUp({ clientX }: PointerEvent) {
      const { message, isLong } = touch.current ?? {}
      const isSwiped = !isLong && moved(clientX) >= MIN_SWIPE_PX
      end()
      if (isSwiped) onReply(Number(message?.dataset['id']))
    },
    // The browser has started to scroll.
    onPointerCancel: end,
    onTouchEnd(event: SyntheticEvent) {
      end()
      // After a long press, lifting the finger must not click anything.
      if (touch.current?.isLong) event.preventDefault()
    },
    onContextMenu(event: SyntheticEvent) {
      if (touch.current) event.preventDefault()
    },
  }
}
