// Everything that happens by itself while somebody writes.
import { dropCursor } from 'prosemirror-dropcursor'
import { gapCursor } from 'prosemirror-gapcursor'
import { history } from 'prosemirror-history'
import { InputRule, inputRules, textblockTypeInputRule, wrappingInputRule } from 'prosemirror-inputrules'
import type { Plugin } from 'prosemirror-state'
import { columnResizing, tableEditing } from 'prosemirror-tables'
import { schema } from '#contract/document/schema.ts'
import { neverEmpty } from './empty-lines.ts'
import { placeholders } from './inserting/placeholders.ts'
import { shortcuts } from './keys.ts'
import { followRenames, type Renames } from './saving/renames.ts'
import { dragSections } from './sections/drag-sections.ts'
import { shownIf } from './sections/shown-if.ts'
import { integerWidths, ScrollingTable } from './table-view.ts'

/** Steps that can be taken back, and how long typing counts as one of them (ms). */
export const undo = { depth: 100, newGroupDelay: 500 }
/** In px: the handle between two columns, the narrowest column, and a column whose width nobody has set. */
const columns = { handleWidth: 5, cellMinWidth: 25, defaultCellMinWidth: 100 }

export const plugins = (renames: Renames = {}): Plugin[] => [
  typingRules(),
  ...shortcuts,
  // Before the table's own plugin: a press on the line between two columns selects no cells.
  columnResizing({ ...columns, View: ScrollingTable }),
  tableEditing(),
  integerWidths,
  neverEmpty,
  followRenames(renames),
  placeholders,
  shownIf,
  dragSections,
  dropCursor({ color: false, width: 2, class: 'drop-cursor' }),
  gapCursor(),
  history(undo),
]

const { blockquote, bullet_list, ordered_list, code_block, heading, horizontal_rule } = schema.nodes

/** Text that becomes something else as soon as it is typed; each rule looks back over 500 characters at most. */
const typingRules = () =>
  inputRules({
    rules: [
      textblockTypeInputRule(/^(#{1,6})\s$/, heading, ([, hashes]) => ({ level: hashes?.length })),
      wrappingInputRule(/^\s*>\s$/, blockquote),
      wrappingInputRule(/^\s*([-*])\s$/, bullet_list),
      wrappingInputRule(
        /^(\d{1,6})\.\s$/,
        ordered_list,
        ([, number]) => ({ order: Number(number) }),
        ([, number], node) => node.childCount + (node.attrs['order'] as number) === Number(number),
      ),
      textblockTypeInputRule(/^```$/, code_block),
      threeDashes,
    ],
  })

/** At the third dash: a fourth character is needed nowhere else. */
const threeDashes = new InputRule(/^---$/, (state, _, start, end) => {
  const $start = state.doc.resolve(start)
  if (
    $start.depth === 0 ||
    !$start.node(-1).canReplaceWith($start.index(-1), $start.index(-1), horizontal_rule)
  )
    return null
  return state.tr.delete(start, end).insert($start.before(), horizontal_rule.create())
})
