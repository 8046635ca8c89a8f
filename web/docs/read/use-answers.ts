import { createContext, use, useEffect, useSyncExternalStore } from 'react'
import { countingIn, type Field, type Value } from '#contract/document/fields.ts'
import type { Answers } from './answers.ts'
import type { AnswersStatus, FieldView, Typed } from './answers-view.ts'

/** How often other devices are asked about, in ms. */
const POLL = 10_000

export const AnswersContext = createContext<Answers | undefined>(undefined)

export function useAnswers(): Answers {
  const store = use(AnswersContext)
  if (!store) throw new Error('answers are read outside of a document')
  return store
}

/** While the document is on the screen: follows what other devices fill in, and sends on leaving. */
export function useAnswersSync(answers: Answers) {
  useEffect(() => {
    let isAsking = false
    const refresh = () => {
      // A slow server is asked once.
      if (document.visibilityState !== 'visible' || isAsking) return
      isAsking = true
      // Out of reach, or the session has ended: another call will say so.
      void answers
        .refresh()
        .catch(() => {})
        .finally(() => (isAsking = false))
    }
    const changeVisibility = () => (document.visibilityState === 'hidden' ? answers.flushAtEnd() : refresh())
    if (!answers.isFresh()) refresh()
    const poll = setInterval(refresh, POLL)
    document.addEventListener('visibilitychange', changeVisibility)
    // Two windows side by side are both visible all the time.
    addEventListener('focus', refresh)
    addEventListener('online', refresh)
    addEventListener('pagehide', answers.flushAtEnd)
    return () => {
      clearInterval(poll)
      document.removeEventListener('visibilitychange', changeVisibility)
      removeEventListener('focus', refresh)
      removeEventListener('online', refresh)
      removeEventListener('pagehide', answers.flushAtEnd)
      void answers.flush()
    }
  }, [answers])
}

/** A component that uses it is drawn again when this field changes, and only then. */
export function useField(name: string): FieldView {
  const store = useAnswers()
  return useSyncExternalStore(store.subscribe, () => store.view(name))
}

export function useSaveStatus(): AnswersStatus {
  const store = useAnswers()
  return useSyncExternalStore(store.subscribe, store.status)
}

/** The value that counts for a field; one left behind by a field of another type does not. */
export const valueIn = (field: Field, typed: Typed): Value =>
  countingIn(field, 'value' in typed && typed.value !== '' ? typed.value : null)
