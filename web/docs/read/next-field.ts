// The way through a document: from one field that is still to fill in to the next, in the order in which they are
// read, and then to where it is handed in.
import { createContext, type RefObject, use, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { askedFields } from '#contract/document/conditions.ts'
import type { Field } from '#contract/document/fields.ts'
import { motion } from '#web/ui/motion.ts'
import type { Answers } from './answers.ts'
import { hiddenIn, isFilled } from './asked.ts'
import type { Outline } from './outline.ts'
import { ENTERED, type Reading, useReading } from './reading.ts'
import { useAnswers } from './use-answers.ts'

/** Leads there from wherever somebody is, or to the field of that name. */
export const NextFieldContext = createContext<(to?: string) => void>(() => {})
export const useNextField = () => use(NextFieldContext)

type From = {
  page: RefObject<HTMLElement | null>
  /** The field that was filled in last. */
  lastField: RefObject<string | undefined>
  store: Answers
}

export function leadOn({ outline, folds }: Reading, { page, lastField, store }: From, to?: string) {
  // Where it is handed in stands as a field without a name.
  const name = to ?? nextOf(outline.fields, missingIn(outline, store), lastField.current) ?? ''
  const around = outline.aroundField.get(name) ?? []
  const innermost = outline.sections.find(({ key }) => key === around.at(-1))
  // Drawn before the focus moves, and within the press: a phone opens its keyboard only then.
  if (innermost) flushSync(() => folds.reveal(innermost, outline.sections))
  const field = page.current?.querySelector<HTMLElement>(`[data-field="${CSS.escape(name)}"] ${ENTERED}`)
  field?.focus({ preventScroll: true })
  // What is wrong there is replaced by what is typed now.
  if (field instanceof HTMLInputElement) field.select()
  field?.scrollIntoView({ block: 'center', behavior: motion() })
}

/** How many fields are still to fill in, or hold what cannot be saved as it is. */
export function useMissing(): number {
  const { outline } = useReading()
  const store = useAnswers()
  return useSyncExternalStore(store.subscribe, () => missingIn(outline, store).size)
}

/** Those that are asked for and empty; and what is wrong wherever it can be seen. */
function missingIn(outline: Outline, store: Answers): Set<Field> {
  const hidden = hiddenIn(outline, store)
  const asked = new Set(askedFields(outline.fields, hidden))
  return new Set(
    outline.fields.filter(
      (field) =>
        (asked.has(field) && !isFilled(store, field)) || (hasFailed(store, field) && !hidden.has(field.name)),
    ),
  )
}

export const hasFailed = (store: Answers, { name }: Field) => store.view(name).status === 'failed'

/** The first one behind the last, and from the beginning again. */
function nextOf(
  fields: readonly Field[],
  missing: ReadonlySet<Field>,
  last: string | undefined,
): string | undefined {
  const from = fields.findIndex(({ name }) => name === last) + 1
  return [...fields.slice(from), ...fields.slice(0, from)].find((field) => missing.has(field))?.name
}
