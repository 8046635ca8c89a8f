// Which modal dialog lies on top: what must stay usable above it (toasts) is drawn inside of it.
import { createStore, useStore } from '#web/store.ts'

const stack = createStore<readonly HTMLElement[]>([])

/** Returns the way to take it off again. */
export function pushLayer(dialog: HTMLElement): () => void {
  stack.set([...stack.get(), dialog])
  return () => stack.set(stack.get().filter((other) => other !== dialog))
}

export const useTopLayer = () => useStore(stack, (layers) => layers.at(-1) ?? document.body)
