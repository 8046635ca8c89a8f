// An observable value. Values are shared, so replace them instead of mutating.
import { useSyncExternalStore } from 'react'

export function createStore<T>(value: T) {
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set: (next: T) => {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
type Subscribable<T> = { get: () => T; subscribe: (listener: () => void) => () => void }

/** The value, or a selection of it; the selection must be referentially stable. */
export function useStore<T>(store: Subscribable<T>): T
export function useStore<T, S>(store: Subscribable<T>, select: (value: T) => S): S
export function useStore<T>(
  store: Subscribable<T>,
  select: (value: T) => unknown = (value) => value,
): unknown {
  return useSyncExternalStore(store.subscribe, () => select(store.get()))
}
