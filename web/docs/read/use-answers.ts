import { createContext, use, useEffect, useSyncExternalStore } from 'react'
import { type Field, fits, saysSomething, type Value } from '#contract/document/fields.ts'
import type { Typed } from './answer-changes.ts'
import type { AnswersStore, FieldView, Whole } from './answers-store.ts'
import { type OpenAnswers, readAnswers } from './open-answers.ts'

const POLL = 10_000

export const AnswersContext = createContext<AnswersStore | undefined>(undefined)

export function useAnswers(): AnswersStore {
  const store = use(AnswersContext)
  if (!store) throw new Error('answers are read outside of a document')
  return store
}

/** Keeps the answers alive while the document is on the screen, in step with other devices, and sends on leaving. */
export function useReading(answers: OpenAnswers) {
  useEffect(() => {
    const stopReading = readAnswers(answers)
    const refresh = () => {
      // Out of reach, or the session is over: the next one will tell.
      if (document.visibilityState === 'visible') void answers.refresh().catch(() => {})
    }
    const hide = () => {
      if (document.visibilityState === 'hidden') void answers.store.leave()
      else refresh()
    }
    const leave = () => void answers.store.leave()
    refresh()
    const poll = setInterval(refresh, POLL)
    document.addEventListener('visibilitychange', hide)
    // Of two windows beside each other both are visible all the time.
    addEventListener('focus', refresh)
    addEventListener('pagehide', leave)
    return () => {
      clearInterval(poll)
      document.removeEventListener('visibilitychange', hide)
      removeEventListener('focus', refresh)
      removeEventListener('pagehide', leave)
      stopReading()
    }
  }, [answers])
}

/** One field: whoever uses it is drawn again when that field changes, and only then. */
export function useField(name: string): FieldView {
  const store = useAnswers()
  return useSyncExternalStore(store.subscribe, () => store.view(name))
}

export function useWhole(): Whole {
  const store = useAnswers()
  return useSyncExternalStore(store.subscribe, store.whole)
}

/** How many of these fields are filled in. */
export function useFilled(fields: readonly Field[]): number {
  const store = useAnswers()
  return useSyncExternalStore(store.subscribe, () => filledOf(store, fields).length)
}

export const filledOf = (store: AnswersStore, fields: readonly Field[]) =>
  fields.filter((field) => saysSomething(valueIn(field, store.view(field.name).typed)))

/** The value that counts for a field: one that a field of another type left behind does not. */
export function valueIn({ type }: Field, typed: Typed): Value {
  const value = 'value' in typed && typed.value !== '' ? typed.value : null
  return fits(type, value) ? value : null
}
