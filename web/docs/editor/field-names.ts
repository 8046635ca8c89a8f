// The fields in the document that is being edited: their names, and the one at the cursor.
import type { Node } from 'prosemirror-model'
import { type Command, type EditorState, NodeSelection } from 'prosemirror-state'
import { type Field, isFieldName } from '#contract/document/fields.ts'
import type { Option } from '#contract/document/options.ts'

type PlacedField = { node: Node; pos: number }

export function namesIn(document: Node): Set<string> {
  const names = new Set<string>()
  for (const { node } of fieldsIn(document)) names.add(node.attrs['name'] as string)
  return names
}

export function fieldsIn(document: Node): PlacedField[] {
  const fields: PlacedField[] = []
  document.descendants((node, pos) => {
    if (node.type.name === 'active') fields.push({ node, pos })
    return !node.isLeaf
  })
  return fields
}

/** The field that is selected, or that the cursor touches. */
export function fieldHere({ selection }: EditorState): PlacedField | undefined {
  if (selection instanceof NodeSelection) return placed(selection.node, selection.from)
  if (!selection.empty) return undefined
  const { nodeBefore, nodeAfter, pos } = selection.$from
  return placed(nodeBefore, pos - (nodeBefore?.nodeSize ?? 0)) ?? placed(nodeAfter, pos)
}

const placed = (node: Node | null, pos: number) => (node?.type.name === 'active' ? { node, pos } : undefined)

/** The one at the cursor. */
export const removeField: Command = (state, dispatch) => {
  const here = fieldHere(state)
  if (here) dispatch?.(state.tr.delete(here.pos, here.pos + here.node.nodeSize))
  return here !== undefined
}

/** Why a field cannot be called so; the name is one that somebody gave, and trimmed. */
export function problemWithName(
  name: string,
  fields: readonly Field[],
  present: Field | undefined,
): string | undefined {
  if (!isFieldName(name)) return 'Dieser Name ist nicht möglich.'
  const isOtherKind = fields.some((field) => field.name === name && field.type !== present?.type)
  return isOtherKind && name !== present?.name ? 'So heißt schon ein Feld anderer Art.' : undefined
}

export type FieldChange = { name: string; required: boolean; options?: readonly Option[] }

/** Changes every field of that name: they are one field. Conditions that look at it know it by its new name. */
export const changeField =
  (from: string, change: Partial<FieldChange>): Command =>
  (state, dispatch) => {
    const { tr } = state
    state.doc.descendants(({ type, attrs: { when } }, pos) => {
      if (type.name === 'section' && when?.field === from && change.name !== undefined)
        tr.setNodeAttribute(pos, 'when', { ...when, field: change.name })
      return !type.isTextblock
    })
    for (const { node, pos } of fieldsIn(state.doc).filter(({ node }) => node.attrs['name'] === from))
      for (const [attribute, value] of Object.entries(change))
        if (!isDeepEqual(node.attrs[attribute], value)) tr.setNodeAttribute(pos, attribute, value)
    dispatch?.(tr)
    return true
  }

const isDeepEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
