// Conditions of visibility. A section can depend on fields that come before it. The editor shows the condition as a
// sentence above the section.
import type { Node } from 'prosemirror-model'
import { type Command, Plugin } from 'prosemirror-state'
import { Decoration, DecorationSet } from 'prosemirror-view'
import type { Condition } from '#contract/document/condition.ts'
import type { Field } from '#contract/document/fields.ts'
import { schema } from '#contract/document/schema.ts'
import { conditionSentence } from '../condition-words.ts'
import { fieldsIn } from './fields.ts'

const { section, active } = schema.nodes

/** The fields before a position, by name. Of several fields with one name, the first counts. */
export function fieldsBefore(doc: Node, pos: number): Map<string, Field> {
  const fields = new Map<string, Field>()
  for (const { node, pos: at } of fieldsIn(doc)) if (at < pos) addFieldIfNew(fields, node)
  return fields
}

function addFieldIfNew(fields: Map<string, Field>, { attrs }: Node) {
  const field = attrs as Field
  if (field.name !== '' && !fields.has(field.name)) fields.set(field.name, field)
}

/** Sets the condition of the section at `pos`. Null removes it, so that the section is always shown. */
export const setCondition =
  (pos: number, when: Condition | null): Command =>
  (state, dispatch) => {
    dispatch?.(state.tr.setNodeAttribute(pos, 'when', when))
    return true
  }

export const conditionSentencesPlugin = new Plugin<DecorationSet>({
  state: {
    init: (_, { doc }) => sentenceDecorations(doc),
    apply: (tr, before) => (tr.docChanged ? sentenceDecorations(tr.doc) : before),
  },
  props: {
    decorations(state) {
      return this.getState(state)
    },
  },
})

function sentenceDecorations(doc: Node): DecorationSet {
  const fields = new Map<string, Field>()
  const sentences: Decoration[] = []
  doc.descendants((node, pos) => {
    if (node.type === active) addFieldIfNew(fields, node)
    const when = node.type === section ? (node.attrs['when'] as Condition | null) : null
    if (when)
      sentences.push(
        Decoration.node(pos, pos + node.nodeSize, {
          'data-shown-if': conditionSentence(when, fields.get(when.field)),
        }),
      )
    return !node.isLeaf
  })
  return DecorationSet.create(doc, sentences)
}
