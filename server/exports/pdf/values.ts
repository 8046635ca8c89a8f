import { type AnswerValue, answerOf, type Field } from '#contract/document/fields.ts'
import { formatAnswer } from '#contract/document/in-words.ts'
import { numberText } from './texts.ts'

export type Answers = Record<string, AnswerValue>

/** Formats an answer for printing; undefined for an empty one. */
export function printedAnswer(field: Field, answers: Answers): string | undefined {
  const value = field.name === '' ? null : answerOf(field, answers)
  if (value === null || value === '') return undefined
  return typeof value === 'number' ? numberText(value) : formatAnswer(field.type, value)
}
