// One document on the screen, as all its parts share it.
import { createContext, use, useSyncExternalStore } from 'react'
import type { Naming } from '#contract/document/naming.ts'
import type { Tree } from '#contract/document/tree.ts'
import type { Answers } from './answers.ts'
import type { Folds } from './folds.ts'
import type { Outline } from './outline.ts'

/** `fill`: answers can be typed. `show`: they can be read. `off`: nobody fills in what is not Aktiv yet. */
export type Mode = 'fill' | 'show' | 'off'

/** Nothing in it changes while somebody types: a part that shows an answer follows it by itself. */
export type Reading = {
  outline: Outline
  namings: ReadonlyMap<Tree, Naming>
  folds: Folds
  answers: Answers
  mode: Mode
  /** It is handed in when one is through; since when it is. */
  isHandedIn: boolean
  handedInAt?: string | null | undefined
  /** It is on its way to be handed in, and the server does not have it yet. */
  isWaiting: boolean
  /** Leads from wherever somebody is to the next field that is still to fill in, or to the field of that name. */
  leadOn: (to?: string) => void
}

export const ReadingContext = createContext<Reading | undefined>(undefined)

export function useReading(): Reading {
  const reading = use(ReadingContext)
  if (!reading) throw new Error('a part of a document stands outside of one')
  return reading
}

/** Something about the answers. Whoever uses it is drawn again when this is different, and only then. */
export function useAnswers<T>(select: (answers: Answers) => T): T {
  const { answers } = useReading()
  return useSyncExternalStore(answers.subscribe, () => select(answers))
}

export const useField = (name: string) => useAnswers((answers) => answers.view(name))
export const useSaveStatus = () => useAnswers((answers) => answers.status())
