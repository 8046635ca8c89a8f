// Shared state of a displayed document.
import { createContext, use, useSyncExternalStore } from 'react'
import type { FieldLabel } from '#contract/document/naming.ts'
import type { Outline } from '#contract/document/outline.ts'
import type { Tree } from '#contract/document/tree.ts'
import type { Answers } from './answers.ts'
import type { Folds } from './folds.ts'

/** `fill`: editable. `show`: read-only. `off`: the fields are disabled. */
export type Mode = 'fill' | 'show' | 'off'

/** Constant while typing: parts that show an answer subscribe themselves. */
export type Reading = {
  outline: Outline
  namings: ReadonlyMap<Tree, FieldLabel>
  folds: Folds
  answers: Answers
  mode: Mode
  /** The document has to be handed in. `handedInAt`: when the person has done so. */
  isHandedIn: boolean
  handedInAt?: string | null | undefined
  /** The hand-in is still in the outbox. */
  isWaiting: boolean
  /** Goes to the next missing field, or to the named one. */
  leadOn: (to?: string) => void
  /** Called when a field was ticked. Goes on to the next field if „Nächstes Feld“ has focused this one. */
  afterTick: (name: string) => void
}

export const ReadingContext = createContext<Reading | undefined>(undefined)

export function useReading(): Reading {
  const reading = use(ReadingContext)
  if (!reading) throw new Error('a part of a document stands outside of one')
  return reading
}

/** Subscribes to something about the answers; rerenders only when that changes. */
export function useAnswers<T>(select: (answers: Answers) => T): T {
  const { answers } = useReading()
  return useSyncExternalStore(answers.subscribe, () => select(answers))
}

export const useField = (name: string) => useAnswers((answers) => answers.view(name))
export const useSaveStatus = () => useAnswers((answers) => answers.status())
