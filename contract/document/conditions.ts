// Visible parts of a document for somebody's answers, computed by server and browser alike. A condition
// refers to a field that stands before its section. The value of that field counts only while the field
// itself is visible. If the field or the option no longer exists, or now stands after the section, the
// condition is ignored and the section is shown.
import { type Condition, parseCondition } from './condition.ts'
import { type AnswerValue, type Field, hasVisibleValue } from './fields.ts'
import { chosenOptions } from './options.ts'

/** Collects the fields of a document in reading order; of equal names the first counts. */
export function createFieldCollector() {
  const fields = new Map<string, Field>()
  return {
    all: fields as ReadonlyMap<string, Field>,
    /**
     * Returns the condition of a section that starts here. Undefined if the field or option has not occurred
     * before.
     */
    resolveCondition(value: unknown): Condition | undefined {
      const condition = parseCondition(value)
      const field = condition && fields.get(condition.field)
      if (!field || condition.is !== 'option') return field && condition
      return field.options?.some(({ id }) => id === condition.option) ? condition : undefined
    },
    /**
     * Adds a field at a place inside sections with these conditions. A field with several places is visible
     * if one of its places is.
     */
    addField(field: Field, conditions: readonly Condition[]) {
      const previous = fields.get(field.name)
      if (!previous) fields.set(field.name, conditions.length > 0 ? { ...field, shown: [conditions] } : field)
      else if (previous.shown) {
        const { shown, ...always } = previous
        fields.set(field.name, conditions.length > 0 ? { ...always, shown: [...shown, conditions] } : always)
      }
    },
  }
}

type AnswerLookup = (field: Field) => AnswerValue

/**
 * Names of the hidden fields. All conditional fields start as hidden and become visible once the conditions
 * of one of their places hold. A place may depend on a field that stands after the first place, so the loop
 * runs until nothing changes. The number of rounds is bounded.
 */
export function hiddenFields(fields: Iterable<Field>, answer: AnswerLookup): Set<string> {
  const all = new Map<string, Field>()
  for (const field of fields) all.set(field.name, field)
  const conditional = [...all.values()].filter(({ shown }) => shown)
  const hidden = new Set(conditional.map(({ name }) => name))
  let rounds = 1 + conditional.filter(({ shown = [] }) => shown.length > 1).length
  for (let isSettled = false; !isSettled && rounds > 0; rounds--) {
    isSettled = true
    for (const { name, shown = [] } of conditional) {
      const isHidden = !shown.some((place) => areConditionsMet(place, all, hidden, answer))
      if (isHidden === hidden.has(name)) continue
      isSettled = false
      if (isHidden) hidden.add(name)
      else hidden.delete(name)
    }
  }
  return hidden
}

export const areConditionsMet = (
  conditions: readonly Condition[],
  fields: ReadonlyMap<string, Field>,
  hidden: ReadonlySet<string>,
  answer: AnswerLookup,
): boolean =>
  conditions.every((condition) => {
    const field = fields.get(condition.field)
    if (!field) return true
    const value = hidden.has(field.name) ? null : answer(field)
    if (condition.is !== 'option') return hasVisibleValue(value) === (condition.is === 'filled')
    const option = field.options?.find(({ id }) => id === condition.option)
    return !option || chosenOptions([option], String(value ?? '')).length > 0
  })

/** The visible required fields, or all visible ones if none of them is required. */
export function fieldsToFill(fields: Iterable<Field>, hidden: ReadonlySet<string>): Field[] {
  const visible = [...fields].filter(({ name }) => !hidden.has(name))
  const required = visible.filter((field) => field.required)
  return required.length > 0 ? required : visible
}
