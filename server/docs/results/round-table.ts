import {
  type AnswerValue,
  answerOf,
  type Field,
  hasVisibleValue,
  leftoverValue,
} from '#contract/document/fields.ts'
import type { RoundTable } from '#contract/document/round-table.ts'

/** One value per field, in the order of the fields; null without a valid answer. */
export const valuesOf = (fields: Field[], data: Record<string, AnswerValue>): AnswerValue[] =>
  fields.map((field) => answerOf(field, data))

export const isFilled = (values: AnswerValue[]) => values.some(hasVisibleValue)

/** Names with answers that belong to no field, or that their field cannot hold: leftovers of former fields. */
export function formerFieldNames({ fields, people }: RoundTable): string[] {
  const present = new Map(fields.map((field) => [field.name, field]))
  const former = new Set<string>()
  for (const { data } of people) {
    for (const [name, value] of Object.entries(data)) {
      if (leftoverValue(present.get(name), value) !== null) former.add(name)
    }
  }
  return [...former].sort((a, b) => a.localeCompare(b, 'de'))
}
