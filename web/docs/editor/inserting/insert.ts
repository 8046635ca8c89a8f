// Commands that insert something into a line or between lines: fields, images, links, tables.
import { toggleMark } from 'prosemirror-commands'
import type { Node } from 'prosemirror-model'
import {
  type Command,
  type EditorState,
  NodeSelection,
  TextSelection,
  type Transaction,
} from 'prosemirror-state'
import { type FieldType, hasOptions } from '#contract/document/fields.ts'
import { newOptionId } from '#contract/document/options.ts'
import { schema } from '#contract/document/schema.ts'
import { canInsert } from '../blocks.ts'
import { namesIn } from '../field-names.ts'
import { proposedName } from '../prompts/proposed-name.ts'

const { active, image, table, table_row, table_cell, table_header, paragraph } = schema.nodes
const { link } = schema.marks

export const insertField =
  (type: FieldType): Command =>
  (state, dispatch) => {
    if (!canHoldInline(state)) return false
    if (dispatch) {
      const name = proposedName(state.selection.$from, namesIn(state.doc))
      const options = hasOptions(type) ? firstOptions() : null
      dispatch(state.tr.replaceSelectionWith(active.create({ name, type, options })).scrollIntoView())
    }
    return true
  }

/** Until somebody says what it is made from. */
const firstOptions = () => ['Ja', 'Nein'].map((text) => ({ id: newOptionId(), text }))

/** Also between blocks, where what is inserted gets a paragraph of its own; not in headlines and code. */
export function canHoldInline({ selection: { $from } }: EditorState): boolean {
  return !$from.parent.isTextblock || $from.parent.type.contentMatch.matchType(active) !== null
}

export type ImageAttrs = { src: string; title: string | null; alt: string | null }

export const imageHere = ({ selection }: EditorState): Node | undefined =>
  selection instanceof NodeSelection && selection.node.type === image ? selection.node : undefined

/** In place of the selected image, or where the cursor is. */
export const putImage =
  (attrs: ImageAttrs): Command =>
  (state, dispatch) => {
    if (!canHoldInline(state)) return false
    const marks = imageHere(state)?.marks ?? []
    dispatch?.(state.tr.replaceSelectionWith(image.create(attrs, null, marks), false).scrollIntoView())
    return true
  }

export type LinkAttrs = { href: string; title: string | null }

/** The link at the start of the selection, in its whole length. */
export function linkHere({ selection }: EditorState) {
  const { empty } = selection
  // A selection of everything starts in front of the first line.
  const { $from } = selection.$from.parent.inlineContent
    ? selection
    : TextSelection.between(selection.$from, selection.$to)
  const { parent, parentOffset } = $from
  const after = parent.childAfter(parentOffset)
  const here = linkOf(after.node) || !empty ? after : parent.childBefore(parentOffset)
  const mark = linkOf(here.node)
  if (!mark || !here.node) return undefined
  const goesOn = (index: number) =>
    index >= 0 && index < parent.childCount && mark.isInSet(parent.child(index).marks)
  let from = $from.start() + here.offset
  let to = from + here.node.nodeSize
  for (let index = here.index - 1; goesOn(index); index--) from -= parent.child(index).nodeSize
  for (let index = here.index + 1; goesOn(index); index++) to += parent.child(index).nodeSize
  return { attrs: mark.attrs as LinkAttrs, from, to }
}

const linkOf = (node: Node | null) => node && link.isInSet(node.marks)

export const canLink = (state: EditorState): boolean =>
  state.selection.empty
    ? state.selection.$from.parent.isTextblock && state.selection.$from.parent.type.allowsMarkType(link)
    : toggleMark(link)(state)

/**
 * Changes the link that is there, or links the selection; where nothing is selected it inserts the title or the
 * address.
 */
export const putLink =
  (attrs: LinkAttrs): Command =>
  (state, dispatch) => {
    if (!canLink(state)) return false
    const mark = link.create(attrs)
    const { from, to } = linkHere(state) ?? state.selection
    if (from < to) dispatch?.(state.tr.removeMark(from, to, link).addMark(from, to, mark))
    else dispatch?.(state.tr.insert(from, schema.text(attrs.title || attrs.href, [mark])).scrollIntoView())
    return true
  }

export const removeLink: Command = (state, dispatch) => {
  const here = linkHere(state)
  if (here) dispatch?.(state.tr.removeMark(here.from, here.to, link))
  return here !== undefined
}

/** Three by three with a header row; the cursor goes into the first cell. */
export const insertTable: Command = (state, dispatch) => {
  if (!canInsert(state.selection.$from, table)) return false
  if (dispatch) {
    const row = (type: typeof table_cell) =>
      table_row.create(
        null,
        Array.from({ length: 3 }, () => type.create(null, paragraph.create())),
      )
    const tr = state.tr.replaceSelectionWith(
      table.create(null, [row(table_header), row(table_cell), row(table_cell)]),
    )
    const placed = tablePlacedAt(tr, tr.mapping.map(state.selection.from, -1))
    // Past the opening of table, row and cell.
    if (placed !== undefined) tr.setSelection(TextSelection.near(tr.doc.resolve(placed + 3)))
    dispatch(tr.scrollIntoView())
  }
  return true
}

function tablePlacedAt({ doc }: Transaction, from: number): number | undefined {
  let placed: number | undefined
  doc.nodesBetween(from, doc.content.size, ({ type }, pos) => {
    if (type === table && pos >= from) placed ??= pos
    return placed === undefined
  })
  return placed
}
