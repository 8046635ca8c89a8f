// The commands for the table around the cursor.
import type { Command, EditorState } from 'prosemirror-state'
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  deleteColumn,
  deleteRow,
  deleteTable,
  isInTable,
  mergeCells,
  selectedRect,
  selectionCell,
  setCellAttr,
  splitCell,
  toggleHeader,
  toggleHeaderCell,
} from 'prosemirror-tables'

type TableAction = { text: string; command: Command; danger?: boolean }

export const tableActions: readonly TableAction[] = [
  { text: 'Zeile darüber', command: addRowBefore },
  { text: 'Zeile darunter', command: addRowAfter },
  { text: 'Spalte davor', command: addColumnBefore },
  { text: 'Spalte danach', command: addColumnAfter },
  { text: 'Kopfzeile an/aus', command: toggleHeader('row', { useDeprecatedLogic: false }) },
  { text: 'Kopfspalte an/aus', command: toggleHeader('column', { useDeprecatedLogic: false }) },
  { text: 'Kopfzelle an/aus', command: toggleHeaderCell },
  { text: 'Zellen verbinden', command: mergeCells },
  { text: 'Zelle teilen', command: splitCell },
  { text: 'Breiten zurücksetzen', command: resetWidths },
  { text: 'Zeile löschen', command: deleteRow, danger: true },
  { text: 'Spalte löschen', command: deleteColumn, danger: true },
  { text: 'Tabelle löschen', command: deleteTable, danger: true },
]

/** Soft enough for dark words on it: a coloured cell looks the same in light and dark. */
export const cellColours = [
  { text: 'Grau', colour: '#e6e9ec' },
  { text: 'Rot', colour: '#fbd9d5' },
  { text: 'Orange', colour: '#fde2c4' },
  { text: 'Gelb', colour: '#fcf1b8' },
  { text: 'Grün', colour: '#d6efd3' },
  { text: 'Türkis', colour: '#cceeee' },
  { text: 'Blau', colour: '#d6e5fb' },
  { text: 'Violett', colour: '#e9dcf8' },
] as const

export const colourCells = (colour: string | null) => setCellAttr('background', colour)

export const cellColourOf = (state: EditorState): string | null =>
  isInTable(state) ? ((selectionCell(state).nodeAfter?.attrs['background'] as string | null) ?? null) : null

function resetWidths(state: EditorState, dispatch?: Parameters<Command>[1]): boolean {
  if (!isInTable(state)) return false
  const { map, table, tableStart } = selectedRect(state)
  const cells = [...new Set(map.map)].filter((pos) => table.nodeAt(pos)?.attrs['colwidth'])
  if (cells.length === 0) return false
  if (dispatch) {
    const { tr } = state
    for (const pos of cells) tr.setNodeAttribute(tableStart + pos, 'colwidth', null)
    dispatch(tr)
  }
  return true
}
