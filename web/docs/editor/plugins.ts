/** All that happens by itself while somebody writes. */
import { dropCursor } from 'prosemirror-dropcursor'
import { gapCursor } from 'prosemirror-gapcursor'
import { history } from 'prosemirror-history'
import type { Plugin } from 'prosemirror-state'
import { columnResizing, tableEditing } from 'prosemirror-tables'
import { integerWidths } from './integer-widths.ts'
import { shortcuts } from './keys.ts'
import { neverEmpty } from './never-empty.ts'
import { followRenames, type Renames } from './renames.ts'
import { typingRules } from './typing-rules.ts'
import { WideTable } from './wide-table.ts'

/** Steps that can be taken back, and how long typing counts as one of them (ms). */
export const undo = { depth: 100, newGroupDelay: 500 }
/** Of the handle between two columns, of a column at least, and of one that nobody has set; in px. */
export const columns = { handleWidth: 5, cellMinWidth: 25, defaultCellMinWidth: 100 }

export const plugins = (renames: Renames = {}): Plugin[] => [
  typingRules,
  ...shortcuts,
  // Before the table's own plugin: a press on the line between two columns selects no cells.
  columnResizing({ ...columns, View: WideTable }),
  tableEditing(),
  integerWidths,
  neverEmpty,
  followRenames(renames),
  dropCursor({ color: false, width: 2, class: 'drop-cursor' }),
  gapCursor(),
  history(undo),
]
