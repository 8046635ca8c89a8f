/**
 * What comes or goes because somebody has left a field moves what they are just pressing, and the press would be lost: it
 * waits until that is over.
 */
import { useLayoutEffect, useState } from 'react'
import { createStore, useStore } from '#web/store.ts'

/** From a finger or a button that goes down until the click that comes of it. */
const isPressing = createStore(false)
/** A press that becomes a scroll, or ends beside where it began, makes no click. */
const NO_CLICK_MS = 300

let timer: ReturnType<typeof setTimeout> | undefined
const endIn = (ms: number) => {
  clearTimeout(timer)
  timer = setTimeout(() => isPressing.set(false), ms)
}
globalThis.addEventListener?.(
  'pointerdown',
  () => {
    clearTimeout(timer)
    isPressing.set(true)
  },
  true,
)
for (const event of ['pointerup', 'pointercancel']) {
  globalThis.addEventListener?.(event, () => endIn(NO_CLICK_MS), true)
}
globalThis.addEventListener?.('click', () => endIn(0), true)

/** `key`: what it is the same by. */
export function useAfterPress<T>(value: T, key: unknown = value): T {
  const [shown, setShown] = useState({ value, key })
  const isHeld = useStore(isPressing, (isDown) => isDown && key !== shown.key)
  useLayoutEffect(() => {
    if (!isHeld && key !== shown.key) setShown({ value, key })
  })
  return isHeld ? shown.value : value
}
