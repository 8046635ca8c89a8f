// What a window is called after something of the data; without that it bears the title of its route.
import { useLayoutEffect } from 'react'
import { createStore, useStore } from '#web/store.ts'

const named = createStore<string | undefined>(undefined)

/** For the screen that knows the name; it holds as long as the screen is there. */
export function useWindowTitle(title: string | undefined) {
  useLayoutEffect(() => {
    // A part of the screen may know one instead.
    if (title === undefined) return undefined
    named.set(title)
    return () => named.set(undefined)
  }, [title])
}

export const useNamed = () => useStore(named)
