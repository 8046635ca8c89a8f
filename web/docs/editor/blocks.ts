// Commands for blocks: paragraph, heading, code, list, quote, and horizontal rule.
import { lift, setBlockType, wrapIn } from 'prosemirror-commands'
import type { NodeType, ResolvedPos } from 'prosemirror-model'
import { liftListItem, wrapInList } from 'prosemirror-schema-list'
import type { Command, EditorState } from 'prosemirror-state'
import { schema } from '#contract/document/schema.ts'

const {
  paragraph,
  heading,
  code_block,
  bullet_list,
  ordered_list,
  list_item,
  blockquote,
  horizontal_rule,
  active,
} = schema.nodes

export type BlockKind = { text: string; command: Command; keys?: string }

/** In the order of the menu. */
export const blockKinds: readonly BlockKind[] = [
  { text: 'Absatz', command: setBlockType(paragraph), keys: 'Ctrl-Shift-0' },
  ...[1, 2, 3, 4, 5, 6].map((level) => ({
    text: `Überschrift ${level}`,
    command: setBlockType(heading, { level }),
    keys: `Ctrl-Shift-${level}`,
  })),
  { text: 'Codeblock', command: setBlockType(code_block), keys: 'Ctrl-Shift-\\' },
]

/** The kind of block at the cursor, for the menu. */
export function blockKindOf({ selection: { $from } }: EditorState): string {
  const { type, attrs } = $from.parent
  if (type === heading) return `Überschrift ${attrs['level']}`
  if (type === code_block) return 'Codeblock'
  if (type === schema.nodes.section_headline) return 'Abschnittstitel'
  return 'Absatz'
}

export const toggleQuote: Command = (state, dispatch) =>
  isInside(state, blockquote) ? lift(state, dispatch) : wrapIn(blockquote)(state, dispatch)

/** Wraps in a list, unwraps, or converts between kinds of lists. */
export const toggleList =
  (type: NodeType): Command =>
  (state, dispatch) => {
    const list = listAround(state)
    if (!list) return wrapInList(type)(state, dispatch)
    if (list.type === type) return liftListItem(list_item)(state, dispatch)
    dispatch?.(state.tr.setNodeMarkup(list.pos, type).scrollIntoView())
    return true
  }

/** The innermost list around the selection, unless a cell or section lies between. */
export function listAround({ selection: { $from } }: EditorState) {
  for (let depth = $from.depth; depth > 0; depth--) {
    const { type } = $from.node(depth)
    if (type === bullet_list || type === ordered_list) return { type, pos: $from.before(depth) }
    if (type.spec.isolating) return undefined
  }
  return undefined
}

export function isInside({ selection: { $from } }: EditorState, type: NodeType): boolean {
  for (let depth = $from.depth; depth > 0; depth--) if ($from.node(depth).type === type) return true
  return false
}

export const insertHorizontalRule: Command = (state, dispatch) => {
  if (!canInsert(state.selection.$from, horizontal_rule)) return false
  dispatch?.(state.tr.replaceSelectionWith(horizontal_rule.create()).scrollIntoView())
  return true
}

export function canInsert($at: ResolvedPos, type: NodeType): boolean {
  for (let depth = $at.depth; depth >= 0; depth--) {
    const index = $at.index(depth)
    if ($at.node(depth).canReplaceWith(index, index, type)) return true
    if ($at.node(depth).type.spec.isolating) return false
  }
  return false
}

/**
 * True if a field or image can be inserted at the cursor. False in headlines and code. Between blocks the
 * insertion gets a paragraph of its own.
 */
export const canInsertInline = ({ selection: { $from } }: EditorState): boolean =>
  !$from.parent.isTextblock || $from.parent.type.contentMatch.matchType(active) !== null
