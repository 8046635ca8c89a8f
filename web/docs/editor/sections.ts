// The commands for sections, which have a headline and a body: insert, move, leave, delete.
import type { Node } from 'prosemirror-model'
import { type Command, type EditorState, Selection, TextSelection, type Transaction } from 'prosemirror-state'
import { schema } from '#contract/document/schema.ts'

const { section, section_headline, section_body, paragraph } = schema.nodes

/** Inserted behind the block of the cursor, in place of an empty paragraph. The headline is selected, to be typed over. */
export const insertSection: Command = (state, dispatch) => {
  if (dispatch) {
    const { $to } = state.selection
    const depth = flowDepth(state)
    const block = $to.depth > depth ? $to.node(depth + 1) : undefined
    const isEmptyLine = block?.type === paragraph && block.content.size === 0
    const after = block ? $to.after(depth + 1) : $to.pos
    const from = isEmptyLine ? $to.before(depth + 1) : after
    const tr = state.tr.replaceWith(from, after, newSection())
    const headline = from + 2
    dispatch(
      tr.setSelection(TextSelection.create(tr.doc, headline, headline + HEADLINE.length)).scrollIntoView(),
    )
  }
  return true
}

const HEADLINE = 'New Section'
const BODY = 'New Section Body'
const newBody = () => section_body.create(null, paragraph.create(null, schema.text(BODY)))
const newSection = () =>
  section.create(null, [section_headline.create(null, schema.text(HEADLINE)), newBody()])

/** The depth of the innermost node that can hold sections: the document or the body of a section. */
function flowDepth({ selection: { $to } }: EditorState): number {
  let depth = $to.depth
  while (depth > 0 && $to.node(depth).type !== section_body) depth--
  return depth
}

type SectionAt = { node: Node; pos: number; parent: Node; index: number; depth: number }

export function sectionAround({ selection: { $from } }: EditorState): SectionAt | undefined {
  for (let depth = $from.depth; depth > 0; depth--) {
    const node = $from.node(depth)
    if (node.type !== section) continue
    return {
      node,
      pos: $from.before(depth),
      parent: $from.node(depth - 1),
      index: $from.index(depth - 1),
      depth,
    }
  }
  return undefined
}

/** Changes places with its neighbour, whatever that is; the cursor stays where it was in the section. */
export const moveSection =
  (by: -1 | 1): Command =>
  (state, dispatch) => {
    const here = sectionAround(state)
    const neighbour = here?.parent.maybeChild(here.index + by)
    if (!here || !neighbour) return false
    if (dispatch) {
      const { node, pos } = here
      const [start, both] = by < 0 ? [pos - neighbour.nodeSize, [node, neighbour]] : [pos, [neighbour, node]]
      const shift = by * neighbour.nodeSize
      const { anchor, head } = state.selection
      const tr = state.tr.replaceWith(start, start + node.nodeSize + neighbour.nodeSize, both)
      tr.setSelection(TextSelection.between(tr.doc.resolve(anchor + shift), tr.doc.resolve(head + shift)))
      dispatch(tr.scrollIntoView())
    }
    return true
  }

export const deleteSection: Command = (state, dispatch) => {
  const here = sectionAround(state)
  if (!here) return false
  if (dispatch) {
    const tr = state.tr.delete(here.pos, here.pos + here.node.nodeSize)
    dispatch(near(tr, here.pos).scrollIntoView())
  }
  return true
}

/** From the headline into the body: the text of a new body is selected, an empty one gets its first line. */
export const outOfHeadline: Command = (state, dispatch) => {
  const here = sectionAround(state)
  if (!here || state.selection.$from.parent.type !== section_headline) return false
  if (dispatch) {
    const [headline, body] = [here.node.child(0), here.node.child(1)]
    const tr = state.tr.deleteSelection()
    const at = tr.mapping.map(here.pos + 1 + headline.nodeSize) + 1
    if (body.firstChild?.type !== paragraph) tr.insert(at, paragraph.create())
    if (body.eq(newBody())) tr.setSelection(TextSelection.create(tr.doc, at + 1, at + 1 + BODY.length))
    else near(tr, at)
    dispatch(tr.scrollIntoView())
  }
  return true
}

/** Starts a new paragraph behind the section: from an empty last line, which is removed, or from anywhere. */
export const leaveSection =
  (from: 'at an empty end' | 'from anywhere'): Command =>
  (state, dispatch) => {
    const here = sectionAround(state)
    if (!here) return false
    const { $from, empty } = state.selection
    const body = here.node.child(1)
    const line = $from.parent
    const isAtEnd =
      empty &&
      line.content.size === 0 &&
      line === body.lastChild &&
      body.childCount > 1 &&
      $from.depth === here.depth + 2
    if (from === 'at an empty end' && !isAtEnd) return false
    if (dispatch) {
      const { tr } = state
      if (isAtEnd) tr.delete($from.before(), $from.after())
      const behind = tr.mapping.map(here.pos + here.node.nodeSize)
      dispatch(near(tr.insert(behind, paragraph.create()), behind).scrollIntoView())
    }
    return true
  }

const near = (tr: Transaction, pos: number) =>
  tr.setSelection(Selection.near(tr.doc.resolve(Math.min(pos, tr.doc.content.size))))
