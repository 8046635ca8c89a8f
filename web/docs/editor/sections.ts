// Commands for sections: insert, enter, leave, delete; and move among siblings, nest, unnest and duplicate,
// with content and cursor. Each move is a separate undo step.
import { closeHistory } from 'prosemirror-history'
import { Fragment, type Node, type ResolvedPos } from 'prosemirror-model'
import { type Command, type EditorState, Selection, TextSelection, type Transaction } from 'prosemirror-state'
import { NEW_SECTION_TEXTS } from '#contract/document/placeholders.ts'
import { schema } from '#contract/document/schema.ts'
import { namesIn, nextNumberedName } from './fields.ts'

const { section, section_headline, section_body, paragraph, active } = schema.nodes

/**
 * Inserts a section after the current one, on its level. Outside of sections: after the present block, or in place of
 * an empty one.
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

/** Inserts a section at the cursor, inside the current section. */
export const insertSubsection: Command = (state, dispatch) =>
  sectionAround(state) !== undefined &&
  state.selection.$from.parent.type !== section_headline &&
  insertSectionInside(state, dispatch)

const insertSectionInside: Command = (state, dispatch) => {
  if (dispatch) {
    const { $to } = state.selection
    const depth = flowDepth($to)
    const block = $to.depth > depth ? $to.node(depth + 1) : undefined
    const isEmptyLine = block?.type === paragraph && block.content.size === 0
    const after = block ? $to.after(depth + 1) : $to.pos
    dispatch(putSection(state.tr, isEmptyLine ? $to.before(depth + 1) : after, after))
  }
  return true
}

/** Inserts a section and selects its headline, so that typing replaces it. */
function putSection(tr: Transaction, from: number, to: number): Transaction {
  tr.replaceWith(from, to, newSection())
  const headline = from + 2
  const selected = TextSelection.create(tr.doc, headline, headline + NEW_SECTION_TEXTS.headline.length)
  return tr.setSelection(selected).scrollIntoView()
}

const newBody = () => section_body.create(null, paragraph.create(null, schema.text(NEW_SECTION_TEXTS.body)))
const newSection = () =>
  section.create(null, [section_headline.create(null, schema.text(NEW_SECTION_TEXTS.headline)), newBody()])

/** Depth of the innermost node that can hold sections: the document or a body. */
export function flowDepth($at: ResolvedPos): number {
  let depth = $at.depth
  while (depth > 0 && $at.node(depth).type !== section_body) depth--
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

export const deleteSection: Command = (state, dispatch) => {
  const here = sectionAround(state)
  if (!here) return false
  if (dispatch) {
    const tr = state.tr.delete(here.pos, here.pos + here.node.nodeSize)
    dispatch(selectNear(tr, here.pos).scrollIntoView())
  }
  return true
}

/**
 * Moves the cursor from the headline to the body. Selects the placeholder text there. Inserts a line if the body does
 * not start with a paragraph.
 */
export const moveOutOfHeadline: Command = (state, dispatch) => {
  const here = sectionAround(state)
  if (!here || state.selection.$from.parent.type !== section_headline) return false
  dispatch?.(putCursorIntoBody(state.tr.deleteSelection(), here, ({ type }) => type === paragraph))
  return true
}

/**
 * Prepares an insertion while the cursor is in the headline: moves it to an empty first line of the body, or selects
 * the placeholder text.
 */
const moveIntoBody: Command = (state, dispatch) => {
  const here = sectionAround(state)
  if (!here || state.selection.$from.parent.type !== section_headline) return false
  dispatch?.(
    putCursorIntoBody(state.tr, here, ({ type, content }) => type === paragraph && content.size === 0),
  )
  return true
}

/** Runs the command. If it is impossible in a headline, which holds text only, runs it in the body below. */
export const runBelowHeadline =
  (command: Command): Command =>
  (state, dispatch, view) => {
    if (command(state, dispatch, view)) return true
    const steps: Transaction[] = []
    if (!moveIntoBody(state, (tr) => steps.push(tr))) return false
    const inBody = steps.reduce((before, tr) => before.apply(tr), state)
    if (!command(inBody)) return false
    for (const tr of steps) dispatch?.(tr)
    return command(inBody, dispatch, view)
  }

/**
 * Puts the cursor into the body. `isPlace`: whether the first block can take the insertion. If not, an empty
 * line is inserted before that block.
 */
function putCursorIntoBody(
  tr: Transaction,
  { pos, node }: SectionAt,
  isPlace: (first: Node) => boolean,
): Transaction {
  const [headline, body] = [node.child(0), node.child(1)]
  const at = tr.mapping.map(pos + 1 + headline.nodeSize) + 1
  if (body.eq(newBody())) {
    const text = TextSelection.create(tr.doc, at + 1, at + 1 + NEW_SECTION_TEXTS.body.length)
    return tr.setSelection(text).scrollIntoView()
  }
  if (!body.firstChild || !isPlace(body.firstChild)) tr.insert(at, paragraph.create())
  return selectNear(tr, at).scrollIntoView()
}

/** Starts a paragraph after the section. An empty last line of the section is removed. */
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
      dispatch(selectNear(tr.insert(behind, paragraph.create()), behind).scrollIntoView())
    }
    return true
  }

/** True if the cursor is in the empty last line of a body with other content. */
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

const selectNear = (tr: Transaction, pos: number) =>
  tr.setSelection(Selection.near(tr.doc.resolve(Math.min(pos, tr.doc.content.size))))

/** Swaps the section with the block before or after it. */
export const moveSection = (by: -1 | 1) =>
  moveCommand(({ node, pos, parent, index }) => {
    const neighbour = parent.maybeChild(index + by)
    return neighbour && (by < 0 ? pos - neighbour.nodeSize : pos + node.nodeSize + neighbour.nodeSize)
  })

/** Moves the section into the preceding one, to its end. */
export const nestSection = moveCommand(({ pos, parent, index }) =>
  // Minus the closing tokens of that section and its body.
  parent.maybeChild(index - 1)?.type === section ? pos - 2 : undefined,
)

/** Moves the section out of its parent section, to the position after it. */
export const unnestSection = moveCommand(({ depth }, { selection: { $from } }) =>
  depth > 2 ? $from.after(depth - 2) : undefined,
)

function moveCommand(placeFor: (here: SectionAt, state: EditorState) => number | null | undefined): Command {
  return (state, dispatch) => {
    const here = sectionAround(state)
    const to = here && placeFor(here, state)
    if (!here || typeof to !== 'number') return false
    dispatch?.(moveSectionTo(state, here.pos, to).scrollIntoView())
    return true
  }
}

/**
 * Moves the section at `pos` to `to`, a position outside of it. A selection inside the section moves with it;
 * otherwise the cursor is put into its headline.
 */
export function moveSectionTo({ doc, tr, selection }: EditorState, pos: number, to: number): Transaction {
  const taken = doc.nodeAt(pos)
  if (!taken) return tr
  const end = pos + taken.nodeSize
  const { anchor, head } = selection
  const isInside = Math.min(anchor, head) > pos && Math.max(anchor, head) < end
  closeHistory(tr).delete(pos, end)
  const at = tr.mapping.map(to)
  tr.insert(at, taken)
  const [from, until] = isInside ? [anchor + at - pos, head + at - pos] : [at + 2, at + 2]
  return tr.setSelection(TextSelection.between(tr.doc.resolve(from), tr.doc.resolve(until)))
}

/** The copy gets new field names. Its headline is selected, to be overwritten. */
export const duplicateSection: Command = (state, dispatch) => {
  const here = sectionAround(state)
  if (!here) return false
  if (dispatch) {
    const at = here.pos + here.node.nodeSize
    const tr = closeHistory(state.tr).insert(at, withRenamedFields(here.node, namesIn(state.doc)))
    const headline = at + 2
    const size = here.node.child(0).content.size
    dispatch(tr.setSelection(TextSelection.create(tr.doc, headline, headline + size)).scrollIntoView())
  }
  return true
}

/** Renames the fields. Equal names remain equal to each other; conditions on a copied field refer to the copy. */
function withRenamedFields(original: Node, taken: Set<string>): Node {
  const names = new Map<string, string>()
  const nameOf = (name: string) => {
    const present = names.get(name)
    if (present !== undefined || name === '') return present ?? name
    const own = nextNumberedName(name, taken)
    names.set(name, own)
    taken.add(own)
    return own
  }
  const copyOf = (node: Node): Node => {
    if (node.isText) return node
    const { name, when } = node.attrs
    const attrs =
      node.type === active
        ? { ...node.attrs, name: nameOf(name) }
        : when && names.has(when.field)
          ? { ...node.attrs, when: { ...when, field: names.get(when.field) } }
          : node.attrs
    return node.type.create(attrs, Fragment.from(node.children.map(copyOf)), node.marks)
  }
  return copyOf(original)
}
