/** What a window is called after something of the data; without that it bears the title of its route. */
import { useLayoutEffect, useSyncExternalStore } from 'react'

let named: string | undefined
const listeners = new Set<() => void>()
function name(title: string | undefined) {
  named = title
  for (const listener of listeners) listener()
}
function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** For the screen that knows the name; it holds as long as the screen is there. */
export function useWindowTitle(title: string | undefined) {
  useLayoutEffect(() => {
    // A part of the screen may know one instead.
    if (title === undefined) return undefined
    name(title)
    return () => name(undefined)
  }, [title])
}

export const useNamed = () => useSyncExternalStore(subscribe, () => named)
