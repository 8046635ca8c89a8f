// What comes or goes because somebody has left a field moves what they are just pressing, and the press would be
// lost: it waits until that is over.
import { useState } from 'react'
import { createStore, useStore } from '#web/store.ts'

/** From a finger or a button that goes down until the click that comes of it. */
const isPressing = createStore(false)
/** A press that becomes a scroll, or ends beside where it began, makes no click. */
const NO_CLICK_MS = 300
/** Of what a list of the browser's own takes the page hears no end. */
const LONGEST_MS = 2_000

let timer: ReturnType<typeof setTimeout> | undefined
const endIn = (ms: number) => {
  clearTimeout(timer)
  timer = setTimeout(() => isPressing.set(false), ms)
}
const on = (event: string, listen: () => void) => globalThis.addEventListener?.(event, listen, true)
on('pointerdown', () => {
  endIn(LONGEST_MS)
  isPressing.set(true)
})
for (const event of ['pointerup', 'pointercancel']) on(event, () => endIn(NO_CLICK_MS))
on('click', () => endIn(0))

/** `key`: what it is the same by. */
export function useAfterPress<T>(value: T, key: unknown = value): T {
  const [shown, setShown] = useState({ value, key })
  const isHeld = useStore(isPressing, (isDown) => isDown && key !== shown.key)
  if (!isHeld && key !== shown.key) setShown({ value, key })
  return isHeld ? shown.value : value
}
