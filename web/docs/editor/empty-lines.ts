// Guarantees a line to write in. An empty document gets one, also after everything was deleted. A click on empty
// space, below the text or in the empty body of a section, adds one.
import type { Node } from 'prosemirror-model'
import { Plugin, TextSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { schema } from '#contract/document/schema.ts'

const { paragraph, section_body } = schema.nodes

/** Adds a line to an empty document. It counts as unchanged, since the saved content gets the line as well. */
export const withFirstLine = (document: Node): Node =>
  document.childCount > 0 ? document : schema.node('process', null, paragraph.create())

export const neverEmptyPlugin = new Plugin({
  appendTransaction: (_, __, { doc, tr }) =>
    doc.childCount > 0
      ? null
      : tr.insert(0, paragraph.create()).setSelection(TextSelection.create(tr.doc, 1)),
})

export const insertLineOnClickPlugin = new Plugin({
  props: {
    handleClick(view, _, event) {
      const pos = clickedGapPos(view, event)
      if (pos === undefined) return false
      const tr = view.state.tr.insert(pos, paragraph.create())
      view.dispatch(tr.setSelection(TextSelection.create(tr.doc, pos + 1)))
      return true
    },
  },
})

function clickedGapPos(view: EditorView, { target, clientY }: MouseEvent): number | undefined {
  const { doc } = view.state
  if (target === view.dom) {
    const last = view.dom.lastElementChild
    const isBelow = last && clientY > last.getBoundingClientRect().bottom
    return isBelow && doc.lastChild?.type !== paragraph ? doc.content.size : undefined
  }
  if (
    !(target instanceof Element) ||
    !target.matches('section > div:empty, section > div:has(> br:only-child)')
  )
    return undefined
  const pos = view.posAtDOM(target, 0)
  const { parent } = doc.resolve(pos)
  return parent.type === section_body && parent.childCount === 0 ? pos : undefined
}
