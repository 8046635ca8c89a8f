// When sections are shown: what can be chosen for one, and the sentence that stands in its headline while it is edited.
import type { Node } from 'prosemirror-model'
import { type Command, Plugin } from 'prosemirror-state'
import { Decoration, DecorationSet } from 'prosemirror-view'
import type { Condition } from '#contract/document/condition.ts'
import type { Field } from '#contract/document/fields.ts'
import { fieldsIn } from './fields.ts'

/** The fields that are read before a place: only these can decide whether it is shown. */
export function fieldsBefore(doc: Node, pos: number): Field[] {
  const fields = new Map<string, Field>()
  for (const { node, pos: at } of fieldsIn(doc)) {
    const field = node.attrs as Field
    if (at < pos && field.name !== '' && !fields.has(field.name)) fields.set(field.name, field)
  }
  return [...fields.values()]
}

/** `text` follows the name of the field. */
type NamedCondition = { text: string; condition: Condition }

/** The conditions that a field allows. */
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
  JSON.stringify([one.field, one.is, optionIn(one)]) ===
  JSON.stringify([other.field, other.is, optionIn(other)])
const optionIn = (condition: Condition) => (condition.is === 'option' ? condition.option : undefined)

export const showIf =
  (pos: number, when: Condition | null): Command =>
  (state, dispatch) => {
    dispatch?.(state.tr.setNodeAttribute(pos, 'when', when))
    return true
  }

function conditionInWords(doc: Node, pos: number, when: Condition): string {
  const field = fieldsBefore(doc, pos).find(({ name }) => name === when.field)
  const named = field && conditionsOn(field).find(({ condition }) => isSameCondition(condition, when))
  return named
    ? `Nur, wenn „${when.field}“ ${named.text}`
    : `Immer: Das Feld „${when.field}“, von dem es abhing, gibt es davor nicht mehr`
}

/** Worked out anew with each change of the text, only where a section has a condition. */
export const shownIf = new Plugin({
  props: {
    decorations({ doc }) {
      const sentences: Decoration[] = []
      doc.descendants((node, pos) => {
        const when = node.type.name === 'section' ? (node.attrs['when'] as Condition | null) : null
        if (when)
          sentences.push(
            Decoration.node(pos, pos + node.nodeSize, { 'data-shown-if': conditionInWords(doc, pos, when) }),
          )
        return !node.isTextblock
      })
      return DecorationSet.create(doc, sentences)
    },
  },
})
