// The fields that are shown and asked for, by what stands in them at this moment, and how many are filled in.
import { askedFields, hiddenFields, hold } from '#contract/document/conditions.ts'
import { countingIn, type Field, saysSomething, type Value } from '#contract/document/fields.ts'
import type { Answers, Typed } from './answers.ts'
import type { SectionOutline } from './outline.ts'
import { type Reading, useAnswers, useReading } from './reading.ts'

type Filled = Pick<Reading, 'outline' | 'answers'>

/** The value that counts for a field; one left behind by a field of another type does not. */
export const valueIn = (field: Field, typed: Typed): Value =>
  countingIn(field, 'value' in typed && typed.value !== '' ? typed.value : null)

const reader = (answers: Answers) => (field: Field) => valueIn(field, answers.view(field.name).typed)

const hiddenNames = ({ outline, answers }: Filled) => hiddenFields(outline.fields, reader(answers))

/** The fields that somebody is asked for, of the document or of one section (`of`). */
export function askedIn(filled: Filled, of: readonly Field[] = filled.outline.fields) {
  const asked = new Set(askedFields(filled.outline.fields, hiddenNames(filled)))
  return of.filter((field) => asked.has(field))
}

/** By the value that counts at the server, where it does not take the one that stands here. */
export function isFilled(answers: Answers, field: Field): boolean {
  const { typed, stored } = answers.view(field.name)
  const isRefused = stored !== undefined && 'value' in typed
  return saysSomething(valueIn(field, isRefused ? { value: stored } : typed))
}

const hasFailed = (answers: Answers, { name }: Field) => answers.view(name).status === 'failed'

/** Asked for and empty, or wrong where it can be seen. */
function missingIn(filled: Filled): Set<Field> {
  const { outline, answers } = filled
  const hidden = hiddenNames(filled)
  const asked = new Set(askedFields(outline.fields, hidden))
  return new Set(
    outline.fields.filter(
      (field) =>
        (asked.has(field) && !isFilled(answers, field)) ||
        (hasFailed(answers, field) && !hidden.has(field.name)),
    ),
  )
}

/** The first one behind `last` that is still to fill in, and from the beginning again. */
export function nextMissing(filled: Filled, last: string | undefined): string | undefined {
  const { fields } = filled.outline
  const missing = missingIn(filled)
  const from = fields.findIndex(({ name }) => name === last) + 1
  return [...fields.slice(from), ...fields.slice(0, from)].find((field) => missing.has(field))?.name
}

/** Number of fields that are still to fill in, or hold something that cannot be saved. */
export function useMissing(): number {
  const reading = useReading()
  return useAnswers(() => missingIn(reading).size)
}

/** Numbers of fields that are asked for and filled in, of the document or of one section (`of`). */
export function useProgress(of?: readonly Field[]): { fields: number; filled: number } {
  const reading = useReading()
  return {
    fields: useAnswers(() => askedIn(reading, of).length),
    filled: useAnswers((answers) => askedIn(reading, of).filter((field) => isFilled(answers, field)).length),
  }
}

export function useIsShown({ conditions }: SectionOutline): boolean {
  const reading = useReading()
  const { byName } = reading.outline
  return useAnswers(
    (answers) => conditions.length === 0 || hold(conditions, byName, hiddenNames(reading), reader(answers)),
  )
}

/** Nobody is led to fields that hold what cannot be saved and are not shown: they are named instead. */
export function useUnseen(): string {
  const reading = useReading()
  return useAnswers((answers) => {
    const hidden = hiddenNames(reading)
    const unseen = reading.outline.fields.filter(
      (field) => hidden.has(field.name) && hasFailed(answers, field),
    )
    return unseen.map(({ name }) => `„${name}“`).join(', ')
  })
}
