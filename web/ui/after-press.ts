// Leaving a field by a press can change the layout and move the pressed button away, so that the click is lost.
// Such changes are delayed until the press is over.
import { useState } from 'react'
import { createStore, useStore } from '#web/store.ts'

/** From pointerdown to the click. */
const isPressing = createStore(false)
/** Time (ms) after pointerup without a click, as when a press became a scroll. */
const NO_CLICK_MS = 300
/** Upper bound of a press (ms), since the list of a native select swallows pointerup. */
const MAX_PRESS_MS = 2_000

let endTimer: ReturnType<typeof setTimeout> | undefined
const endPressIn = (ms: number) => {
  clearTimeout(endTimer)
  endTimer = setTimeout(() => isPressing.set(false), ms)
}
const on = (event: string, listen: () => void) => globalThis.addEventListener?.(event, listen, true)
on('pointerdown', () => {
  endPressIn(MAX_PRESS_MS)
  isPressing.set(true)
})
for (const event of ['pointerup', 'pointercancel']) on(event, () => endPressIn(NO_CLICK_MS))
on('click', () => endPressIn(0))

/** The current value; during a press the previous one. `key`: identity of the value. */
export function useAfterPress<T>(value: T, key: unknown = value): T {
  const [visible, setVisible] = useState({ value, key })
  const isHeld = useStore(isPressing, (isDown) => isDown && key !== visible.key)
  if (!isHeld && key !== visible.key) setVisible({ value, key })
  return isHeld ? visible.value : value
}
