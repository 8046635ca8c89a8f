// Conditions of visibility: options offered for a field, and the sentence above a section. Only fields before a
// section can be used.
import type { Node } from 'prosemirror-model'
import { type Command, Plugin } from 'prosemirror-state'
import { Decoration, DecorationSet } from 'prosemirror-view'
import type { Condition } from '#contract/document/condition.ts'
import type { Field } from '#contract/document/fields.ts'
import { schema } from '#contract/document/schema.ts'
import { fieldsIn } from './fields.ts'

const { section, active } = schema.nodes

/** Keyed by name; of equal names the first counts. */
export function fieldsBefore(doc: Node, pos: number): Map<string, Field> {
  const fields = new Map<string, Field>()
  for (const { node, pos: at } of fieldsIn(doc)) if (at < pos) addField(fields, node)
  return fields
}

function addField(fields: Map<string, Field>, { attrs }: Node) {
  const field = attrs as Field
  if (field.name !== '' && !fields.has(field.name)) fields.set(field.name, field)
}

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

/** Sets the condition of the section at `pos`; null shows it always. */
export const setCondition =
  (pos: number, when: Condition | null): Command =>
  (state, dispatch) => {
    dispatch?.(state.tr.setNodeAttribute(pos, 'when', when))
    return true
  }

export const conditionSentences = new Plugin<DecorationSet>({
  state: {
    init: (_, { doc }) => sentencesIn(doc),
    apply: (tr, before) => (tr.docChanged ? sentencesIn(tr.doc) : before),
  },
  props: {
    decorations(state) {
      return this.getState(state)
    },
  },
})

function sentencesIn(doc: Node): DecorationSet {
  const fields = new Map<string, Field>()
  const sentences: Decoration[] = []
  doc.descendants((node, pos) => {
    if (node.type === active) addField(fields, node)
    const when = node.type === section ? (node.attrs['when'] as Condition | null) : null
    if (when)
      sentences.push(Decoration.node(pos, pos + node.nodeSize, { 'data-shown-if': sentenceOf(when, fields) }))
    return !node.isLeaf
  })
  return DecorationSet.create(doc, sentences)
}

function sentenceOf(when: Condition, fields: ReadonlyMap<string, Field>): string {
  const field = fields.get(when.field)
  const named = field && conditionsOn(field).find(({ condition }) => isSameCondition(condition, when))
  return named
    ? `Nur, wenn „${when.field}“ ${named.text}`
    : `Immer: Das Feld „${when.field}“, von dem es abhing, gibt es davor nicht mehr`
}
