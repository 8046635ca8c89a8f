// The fields to fill in, which depend on the present answers, and how many of them are filled in.
import { areConditionsMet, fieldsToFill, hiddenFields } from '#contract/document/conditions.ts'
import { type AnswerValue, type Field, hasVisibleValue, validValue } from '#contract/document/fields.ts'
import type { SectionOutline } from '#contract/document/outline.ts'
import type { Answers, FieldContent } from './answers.ts'
import { type Reading, useAnswers, useReading } from './reading.ts'

type AnsweredDoc = Pick<Reading, 'outline' | 'answers'>

/** The value of a field, or null if it is empty or does not fit the field's type. */
export const valueIn = (field: Field, typed: FieldContent): AnswerValue =>
  validValue(field, 'value' in typed && typed.value !== '' ? typed.value : null)

const answerReader = (answers: Answers) => (field: Field) => valueIn(field, answers.view(field.name).typed)

const hiddenNames = ({ outline, answers }: AnsweredDoc) => hiddenFields(outline.fields, answerReader(answers))

/** Fields to fill in, of the document or of one section (`of`). */
export function listFieldsToFill(filled: AnsweredDoc, of: readonly Field[] = filled.outline.fields) {
  const required = new Set(fieldsToFill(filled.outline.fields, hiddenNames(filled)))
  return of.filter((field) => required.has(field))
}

/** True if the field counts as filled in. A refused value does not count; the server's own value does. */
export function isFilled(answers: Answers, field: Field): boolean {
  const { typed, stored } = answers.view(field.name)
  const isRefused = stored !== undefined && 'value' in typed
  return hasVisibleValue(valueIn(field, isRefused ? { value: stored } : typed))
}

const hasFailed = (answers: Answers, { name }: Field) => answers.view(name).status === 'failed'

/** Fields still to do: empty ones that have to be filled in, and visible ones whose answer could not be saved. */
function missingFields(filled: AnsweredDoc): Set<Field> {
  const { outline, answers } = filled
  const hidden = hiddenNames(filled)
  const required = new Set(fieldsToFill(outline.fields, hidden))
  return new Set(
    outline.fields.filter(
      (field) =>
        (required.has(field) && !isFilled(answers, field)) ||
        (hasFailed(answers, field) && !hidden.has(field.name)),
    ),
  )
}

/** Name of the next empty or invalid field after `last`, wrapping around. */
export function nextMissing(filled: AnsweredDoc, last: string | undefined): string | undefined {
  const { fields } = filled.outline
  const missing = missingFields(filled)
  const from = fields.findIndex(({ name }) => name === last) + 1
  return [...fields.slice(from), ...fields.slice(0, from)].find((field) => missing.has(field))?.name
}

/** Number of fields that are empty or cannot be saved. */
export function useMissingCount(): number {
  const reading = useReading()
  return useAnswers(() => missingFields(reading).size)
}

/** Number of fields to fill in, and how many are filled in: of the document, or of one section (`of`). */
export function useProgress(of?: readonly Field[]): { fields: number; filled: number } {
  const reading = useReading()
  return {
    fields: useAnswers(() => listFieldsToFill(reading, of).length),
    filled: useAnswers(
      (answers) => listFieldsToFill(reading, of).filter((field) => isFilled(answers, field)).length,
    ),
  }
}

export function useIsSectionShown({ conditions }: SectionOutline): boolean {
  const reading = useReading()
  const { byName } = reading.outline
  return useAnswers(
    (answers) =>
      conditions.length === 0 ||
      areConditionsMet(conditions, byName, hiddenNames(reading), answerReader(answers)),
  )
}

/** Names of hidden fields that could not be saved. „Nächstes Feld“ cannot go to a hidden field, so it is named. */
export function useHiddenFailures(): string {
  const reading = useReading()
  return useAnswers((answers) => {
    const hidden = hiddenNames(reading)
    const unseen = reading.outline.fields.filter(
      (field) => hidden.has(field.name) && hasFailed(answers, field),
    )
    return unseen.map(({ name }) => `„${name}“`).join(', ')
  })
}
