/** A coloured cell says whether its colour is light, so that its words can be read in the dark look too. */
import { DOMSerializer, type Node } from 'prosemirror-model'
import type { NodeView } from 'prosemirror-view'
import { isLight } from './tables.ts'

function cell(node: Node): NodeView {
  const { dom, contentDOM } = DOMSerializer.renderSpec(document, node.type.spec.toDOM?.(node) ?? ['td', 0])
  const colour = node.attrs['background'] as string | null
  if (colour) dom.dataset['tone'] = isLight(colour) ? 'light' : 'dark'
  return { dom, ...(contentDOM && { contentDOM }) }
}

export const cells = { table_cell: cell, table_header: cell }
