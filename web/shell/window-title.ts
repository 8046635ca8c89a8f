// Window title from data; otherwise it is the route's.
import { useLayoutEffect } from 'react'
import { createStore, useStore } from '#web/store.ts'

const titleOverride = createStore<string | undefined>(undefined)

/** Applies while the component is mounted. */
export function useWindowTitle(title: string | undefined) {
  useLayoutEffect(() => {
    // Left alone, since another component may set the title.
    if (title === undefined) return undefined
    titleOverride.set(title)
    return () => titleOverride.set(undefined)
  }, [title])
}

export const useTitleOverride = () => useStore(titleOverride)
