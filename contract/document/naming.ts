// Labels of fields in their context. The name of a field is displayed only if the surrounding text does not
// contain the same words. The surrounding text is the line before the field, the line after a checkbox, or
// the headers of its row and column.

import { childrenOf, ownTextOf, plainTextOf, renderedNodesOf, textAttribute } from './attributes.ts'
import type { Tree } from './tree.ts'
import { stripEnd } from './without-end.ts'

export type FieldLabel = {
  isShown: boolean
  /**
   * Label without context: the surrounding words, or the field's name if there are none or they repeat it.
   */
  label: string
  /**
   * Accessible name: the surrounding words followed by the field's name, or one of the two if they are equal.
   */
  accessibleName: string
}

const MAX_LABEL_LENGTH = 120

export function labelsOf(document: Tree): Map<Tree, FieldLabel> {
  const namings = new Map<Tree, FieldLabel>()
  for (const node of renderedNodesOf(document)) {
    if (node.type === 'table') labelFieldsInTable(node, namings)
    else labelFieldsInLine(childrenOf(node), namings)
  }
  return namings
}

function labelFieldsInLine(line: readonly Tree[], namings: Map<Tree, FieldLabel>) {
  for (const [at, node] of line.entries()) {
    if (node.type !== 'active' || namings.has(node)) continue
    const before = wordsUpToField(line.slice(0, at).toReversed(), true)
    const behind = textAttribute(node, 'type') === 'checkbox' ? wordsUpToField(line.slice(at + 1), false) : ''
    namings.set(node, labelFor(node, before || behind))
  }
}

/** Words of the same line, up to the next field or break. */
function wordsUpToField(nodes: readonly Tree[], isBackwards: boolean): string {
  let words = ''
  for (const node of nodes) {
    if (node.type === 'active' || node.type === 'hard_break') break
    words = isBackwards ? ownTextOf(node) + words : words + ownTextOf(node)
  }
  return /[\p{L}\p{N}]/u.test(words) ? words.replace(/\s+/g, ' ').trim() : ''
}

/**
 * Ignores spans: in a table with merged cells a name may be displayed although a header already contains it.
 */
function labelFieldsInTable(table: Tree, namings: Map<Tree, FieldLabel>) {
  const rows = childrenOf(table).map(childrenOf)
  const heads = rows[0]?.every(({ type }) => type === 'table_header') ? rows[0] : []
  for (const cells of rows) {
    for (const [column, cell] of cells.entries()) {
      const lines = childrenOf(cell)
        .map(childrenOf)
        .filter((line) => line.some(({ type }) => type === 'active'))
      if (lines.length === 0) continue
      const first = column > 0 ? cells[0] : undefined
      const around = [first, cell === heads[column] ? undefined : heads[column]]
        .map((head) => (head ? plainTextOf(head) : ''))
        .filter(Boolean)
        .join(', ')
      if (around === '') continue
      for (const line of lines) labelFieldsInCell(line, around, namings)
    }
  }
}

function labelFieldsInCell(line: readonly Tree[], around: string, namings: Map<Tree, FieldLabel>) {
  labelFieldsInLine(line, namings)
  for (const node of line) {
    if (namings.get(node)?.isShown) namings.set(node, labelFor(node, around))
  }
}

function labelFor(node: Tree, words: string): FieldLabel {
  const name = textAttribute(node, 'name') ?? ''
  if (words === '') return { isShown: true, label: name, accessibleName: name }
  const around = stripEnd(words, ' \t\n\u00a0:–-').slice(-MAX_LABEL_LENGTH)
  const saysName = around.toLocaleLowerCase('de').includes(name.toLocaleLowerCase('de'))
  return saysName
    ? { isShown: false, label: name, accessibleName: name }
    : { isShown: false, label: around, accessibleName: `${around} (${name})` }
}
