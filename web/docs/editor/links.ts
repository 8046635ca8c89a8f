// Commands for the link at the cursor.
import { toggleMark } from 'prosemirror-commands'
import type { Node } from 'prosemirror-model'
import { type Command, type EditorState, TextSelection } from 'prosemirror-state'
import { schema } from '#contract/document/schema.ts'

const { link } = schema.marks

type LinkAttrs = { href: string; title: string | null }

/** The whole link at the start of the selection. */
export function linkAtCursor({ selection }: EditorState) {
  const { empty } = selection
  // A selection of everything starts before the first textblock.
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

/** Changes the link at the cursor, or links the selection. Without either, inserts the title or address as a link. */
export const putLink =
  (attrs: LinkAttrs): Command =>
  (state, dispatch) => {
    if (!canLink(state)) return false
    const mark = link.create(attrs)
    const { from, to } = linkAtCursor(state) ?? state.selection
    if (from < to) dispatch?.(state.tr.removeMark(from, to, link).addMark(from, to, mark))
    else dispatch?.(state.tr.insert(from, schema.text(attrs.title || attrs.href, [mark])).scrollIntoView())
    return true
  }

export const removeLink: Command = (state, dispatch) => {
  const here = linkAtCursor(state)
  if (here) dispatch?.(state.tr.removeMark(here.from, here.to, link))
  return here !== undefined
}

/** Adds `mailto:` to an e-mail address and `https://` to a host, which would be relative addresses otherwise. */
export function withProtocol(typed: string): string {
  if (/^[\w.+-]+@[\w-]+(\.[\w-]+)+$/.test(typed)) return `mailto:${typed}`
  return hostPattern.test(typed) ? `https://${typed}` : typed
}

/**
 * Matches a host at the start of a text: dotted names that end in letters, then an optional port, then a path
 * or the end.
 */
const hostPattern = /^([\p{L}\p{N}]([\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}{2,}(:\d{1,5})?([/?#]|$)/u
