// A value that changes, and those who follow it. What is set is shared: it is replaced, never changed in place.
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
type Followed<T> = { get: () => T; subscribe: (listener: () => void) => () => void }

/** The value, or something about it that stays the same object as long as it is the same. */
export function useStore<T>(store: Followed<T>): T
export function useStore<T, S>(store: Followed<T>, select: (value: T) => S): S
export function useStore<T>(store: Followed<T>, select: (value: T) => unknown = (value) => value): unknown {
  return useSyncExternalStore(store.subscribe, () => select(store.get()))
}
