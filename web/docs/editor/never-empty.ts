/** There is always a line to write in: an empty document shows one, and deleting everything leaves one. */
import type { Node } from 'prosemirror-model'
import { Plugin, TextSelection } from 'prosemirror-state'
import { schema } from '#contract/document/schema.ts'

const { paragraph } = schema.nodes

/** What the editor begins with; it counts as unchanged. */
export const withALine = (document: Node): Node =>
  document.childCount > 0 ? document : schema.node('process', null, paragraph.create())

export const neverEmpty = new Plugin({
  appendTransaction: (_, __, { doc, tr }) =>
    doc.childCount > 0
      ? null
      : tr.insert(0, paragraph.create()).setSelection(TextSelection.create(tr.doc, 1)),
})
