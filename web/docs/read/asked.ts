// What of a document somebody is shown and asked for, by what stands in the fields at this moment.
import { useSyncExternalStore } from 'react'
import { askedFields, hiddenFields, hold } from '#contract/document/conditions.ts'
import { type Field, saysSomething } from '#contract/document/fields.ts'
import type { Answers } from './answers.ts'
import type { Outline, SectionOutline } from './outline.ts'
import { useReading } from './reading.ts'
import { useAnswers, valueIn } from './use-answers.ts'

const reader = (store: Answers) => (field: Field) => valueIn(field, store.view(field.name).typed)

/** The names of the fields that are not shown. */
export const hiddenIn = ({ fields }: Outline, store: Answers) => hiddenFields(fields, reader(store))

/** Of the fields of the whole document, or of one section. */
export function askedIn(outline: Outline, store: Answers, of: readonly Field[] = outline.fields) {
  const asked = new Set(askedFields(outline.fields, hiddenIn(outline, store)))
  return of.filter((field) => asked.has(field))
}

/** What the server does not take fills nothing; what counts there does. */
export function isFilled(store: Answers, field: Field): boolean {
  const { typed, stored } = store.view(field.name)
  const isRefused = stored !== undefined && 'value' in typed
  return saysSomething(valueIn(field, isRefused ? { value: stored } : typed))
}

/** How many of these fields, or of all, somebody is asked for, and how many of those are filled in. */
export function useProgress(of?: readonly Field[]): { fields: number; filled: number } {
  const { outline } = useReading()
  const store = useAnswers()
  const [fields = 0, filled = 0] = useSyncExternalStore(store.subscribe, () => {
    const asked = askedIn(outline, store, of)
    return `${asked.length}/${asked.filter((field) => isFilled(store, field)).length}`
  })
    .split('/')
    .map(Number)
  return { fields, filled }
}

function isSectionShown({ conditions }: SectionOutline, outline: Outline, store: Answers) {
  if (conditions.length === 0) return true
  return hold(conditions, outline.byName, hiddenIn(outline, store), reader(store))
}

export function useIsShown(section: SectionOutline): boolean {
  const { outline } = useReading()
  const store = useAnswers()
  return useSyncExternalStore(store.subscribe, () => isSectionShown(section, outline, store))
}
