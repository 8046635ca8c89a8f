// Conditions of visibility in words, for the editor and for the comparison of versions.
import type { Condition } from '#contract/document/condition.ts'
import type { Field } from '#contract/document/fields.ts'

/** `text` follows the name of the field. */
type NamedCondition = { text: string; condition: Condition }

/** The conditions that are possible with this field. */
export function conditionsOn({ name, type, options }: Field): NamedCondition[] {
  const [filled, empty] =
    type === 'checkbox' ? ['gesetzt ist', 'nicht gesetzt ist'] : ['ausgefüllt ist', 'leer ist']
  return [
    ...(options ?? []).map(({ id, text }) => ({
      text: `die Antwort „${text}“ hat`,
      condition: { field: name, is: 'option', option: id } as const,
    })),
    { text: filled ?? '', condition: { field: name, is: 'filled' } },
    { text: empty ?? '', condition: { field: name, is: 'empty' } },
  ]
}

export const isSameCondition = (one: Condition, other: Condition) =>
  one.field === other.field && one.is === other.is && optionOf(one) === optionOf(other)
const optionOf = (condition: Condition) => (condition.is === 'option' ? condition.option : undefined)

/** `field`: the field that the condition depends on. Undefined if no field of that name comes before the section. */
export function conditionSentence(when: Condition, field: Field | undefined): string {
  const named = field && conditionsOn(field).find(({ condition }) => isSameCondition(condition, when))
  return named
    ? `Nur, wenn „${when.field}“ ${named.text}`
    : `Immer: Das Feld „${when.field}“, von dem es abhing, gibt es davor nicht mehr`
}
