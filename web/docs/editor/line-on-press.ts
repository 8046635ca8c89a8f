// A press on an empty place makes a line to write in: below the whole text, and in the empty body of a section.
import { Plugin, TextSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { schema } from '#contract/document/schema.ts'

const { paragraph, section_body } = schema.nodes

export const lineOnPress = new Plugin({
  props: {
    handleClick(view, _, event) {
      const place = placeOfPress(view, event)
      if (place === undefined) return false
      const tr = view.state.tr.insert(place, paragraph.create())
      view.dispatch(tr.setSelection(TextSelection.create(tr.doc, place + 1)))
      return true
    },
  },
})

function placeOfPress(view: EditorView, { target, clientY }: MouseEvent): number | undefined {
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
  const place = view.posAtDOM(target, 0)
  const { parent } = doc.resolve(place)
  return parent.type === section_body && parent.childCount === 0 ? place : undefined
}
