// The commands for sections, which have a headline and a body: insert, leave, delete.
import type { Node } from 'prosemirror-model'
import { type Command, type EditorState, Selection, TextSelection, type Transaction } from 'prosemirror-state'
import { NEW_SECTION } from '#contract/document/placeholders.ts'
import { schema } from '#contract/document/schema.ts'

const { section, section_headline, section_body, paragraph } = schema.nodes

/**
 * Behind the section of the cursor, on the same level; outside of sections behind the block of the cursor, in place
 * of an empty paragraph.
 */
export const insertSection: Command = (state, dispatch) => {
  const here = sectionAround(state)
  if (!here) return insertSectionInside(state, dispatch)
  if (dispatch) {
    const { tr } = state
    if (isAtEmptyEnd(state, here)) tr.delete(state.selection.$from.before(), state.selection.$from.after())
    const behind = tr.mapping.map(here.pos + here.node.nodeSize)
    dispatch(putSection(tr, behind, behind))
  }
  return true
}

/** Where the cursor is, in the section around it. */
export const insertSubsection: Command = (state, dispatch) =>
  sectionAround(state) !== undefined &&
  state.selection.$from.parent.type !== section_headline &&
  insertSectionInside(state, dispatch)

const insertSectionInside: Command = (state, dispatch) => {
  if (dispatch) {
    const { $to } = state.selection
    const depth = flowDepth(state)
    const block = $to.depth > depth ? $to.node(depth + 1) : undefined
    const isEmptyLine = block?.type === paragraph && block.content.size === 0
    const after = block ? $to.after(depth + 1) : $to.pos
    dispatch(putSection(state.tr, isEmptyLine ? $to.before(depth + 1) : after, after))
  }
  return true
}

/** The headline is selected, to be typed over. */
function putSection(tr: Transaction, from: number, to: number): Transaction {
  tr.replaceWith(from, to, newSection())
  const headline = from + 2
  const selected = TextSelection.create(tr.doc, headline, headline + NEW_SECTION.headline.length)
  return tr.setSelection(selected).scrollIntoView()
}

const newBody = () => section_body.create(null, paragraph.create(null, schema.text(NEW_SECTION.body)))
const newSection = () =>
  section.create(null, [section_headline.create(null, schema.text(NEW_SECTION.headline)), newBody()])

/** The depth of the innermost node that can hold sections: the document or the body of a section. */
function flowDepth({ selection: { $to } }: EditorState): number {
  let depth = $to.depth
  while (depth > 0 && $to.node(depth).type !== section_body) depth--
  return depth
}

export type SectionAt = { node: Node; pos: number; parent: Node; index: number; depth: number }

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
  dispatch?.(toBody(state.tr.deleteSelection(), here, ({ type }) => type === paragraph))
  return true
}

/** The same for what is to be inserted: an empty line awaits it, or the text of a new body, whose place it takes. */
export const intoBody: Command = (state, dispatch) => {
  const here = sectionAround(state)
  if (!here || state.selection.$from.parent.type !== section_headline) return false
  dispatch?.(toBody(state.tr, here, ({ type, content }) => type === paragraph && content.size === 0))
  return true
}

/** `isPlace`: the first block is where it goes on; else a line comes before it. */
function toBody(tr: Transaction, { pos, node }: SectionAt, isPlace: (first: Node) => boolean): Transaction {
  const [headline, body] = [node.child(0), node.child(1)]
  const at = tr.mapping.map(pos + 1 + headline.nodeSize) + 1
  if (body.eq(newBody())) {
    const text = TextSelection.create(tr.doc, at + 1, at + 1 + NEW_SECTION.body.length)
    return tr.setSelection(text).scrollIntoView()
  }
  if (!body.firstChild || !isPlace(body.firstChild)) tr.insert(at, paragraph.create())
  return near(tr, at).scrollIntoView()
}

/** Starts a new paragraph behind the section: from an empty last line, which is removed, or from anywhere. */
export const leaveSection =
  (from: 'at an empty end' | 'from anywhere'): Command =>
  (state, dispatch) => {
    const here = sectionAround(state)
    if (!here) return false
    const isAtEnd = isAtEmptyEnd(state, here)
    if (from === 'at an empty end' && !isAtEnd) return false
    if (dispatch) {
      const { tr } = state
      if (isAtEnd) tr.delete(state.selection.$from.before(), state.selection.$from.after())
      const behind = tr.mapping.map(here.pos + here.node.nodeSize)
      dispatch(near(tr.insert(behind, paragraph.create()), behind).scrollIntoView())
    }
    return true
  }

/** In the last line of the body, which is empty and not its only one. */
function isAtEmptyEnd({ selection: { $from, empty } }: EditorState, { node, depth }: SectionAt): boolean {
  const body = node.child(1)
  const line = $from.parent
  return (
    empty &&
    line.content.size === 0 &&
    line === body.lastChild &&
    body.childCount > 1 &&
    $from.depth === depth + 2
  )
}

const near = (tr: Transaction, pos: number) =>
  tr.setSelection(Selection.near(tr.doc.resolve(Math.min(pos, tr.doc.content.size))))
