// The fields in the document that is being edited: their names, and the one at the cursor.
import type { Node } from 'prosemirror-model'
import { type EditorState, NodeSelection, type Transaction } from 'prosemirror-state'

export type PlacedField = { node: Node; pos: number }

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

/** Renames every field of that name: they are one field. */
export function renameField(tr: Transaction, from: string, to: string): Transaction {
  for (const { node, pos } of fieldsIn(tr.doc))
    if (node.attrs['name'] === from) tr.setNodeAttribute(pos, 'name', to)
  return tr
}
