/** Which modal dialog lies on top: what must stay usable above it (toasts) is drawn inside of it. */
import { useSyncExternalStore } from 'react'

let stack: readonly HTMLElement[] = []
const listeners = new Set<() => void>()

function change(next: readonly HTMLElement[]) {
  stack = next
  for (const listener of listeners) listener()
}

/** Returns the way to take it off again. */
export function pushLayer(dialog: HTMLElement): () => void {
  change([...stack, dialog])
  return () => change(stack.filter((other) => other !== dialog))
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useTopLayer = () => useSyncExternalStore(subscribe, () => stack.at(-1) ?? document.body)
