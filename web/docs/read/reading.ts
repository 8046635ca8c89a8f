import { createContext, use, useSyncExternalStore } from 'react'
import type { Naming } from '#contract/document/naming.ts'
import type { Tree } from '#contract/document/tree.ts'
import type { Folds } from './folds.ts'
import type { Outline } from './outline.ts'

/** `fill`: answers can be typed. `show`: they can be read. `off`: nobody fills in what is not Aktiv yet. */
export type Mode = 'fill' | 'show' | 'off'

/** Shared by all parts of one document. Nothing in it changes while somebody types. */
export type Reading = {
  outline: Outline
  namings: ReadonlyMap<Tree, Naming>
  folds: Folds
  mode: Mode
  /** It is handed in when one is through; since when it is. */
  isHandedIn: boolean
  handedInAt?: string | null | undefined
  /** What is said while it is on its way to be handed in, and the server does not have it yet. */
  waits?: string | undefined
}

/** What the focus goes to in a field. */
export const ENTERED = ':is(input, textarea, select, [data-enter])'

export const ReadingContext = createContext<Reading | undefined>(undefined)

export function useReading(): Reading {
  const reading = use(ReadingContext)
  if (!reading) throw new Error('a part of a document stands outside of one')
  return reading
}

export function useIsOpen(key: string): boolean {
  const { folds } = useReading()
  return useSyncExternalStore(folds.subscribe, () => folds.isOpen(key))
}
