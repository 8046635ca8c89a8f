// Leaving a field by a press can make something appear or vanish, which moves the pressed button away, and the press is
// lost. So such changes wait until the press is over.
import { useState } from 'react'
import { createStore, useStore } from '#web/store.ts'

/** From pointerdown to the click. */
const isPressing = createStore(false)
/** The press is over this long after pointerup: one that became a scroll makes no click. */
const NO_CLICK_MS = 300
/** The press is over at the latest then: a native list swallows pointerup. */
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

/** The value, or the former one while somebody presses. `key`: equal values have equal keys. */
export function useAfterPress<T>(value: T, key: unknown = value): T {
  const [shown, setShown] = useState({ value, key })
  const isHeld = useStore(isPressing, (isDown) => isDown && key !== shown.key)
  if (!isHeld && key !== shown.key) setShown({ value, key })
  return isHeld ? shown.value : value
}
