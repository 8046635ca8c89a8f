// Editing of tables: commands for the current one, and its rendering. Columns are resized by
// prosemirror-tables, whose drags may end on fractions of a pixel; documents have integer widths, so they are
// rounded after a drag. A cell has the same background in light and dark mode, and needs a text colour that fits it.
import { DOMSerializer, type Node } from 'prosemirror-model'
import { type Command, type EditorState, Plugin, TextSelection, type Transaction } from 'prosemirror-state'
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  columnResizingPluginKey,
  deleteColumn,
  deleteRow,
  deleteTable,
  isInTable,
  mergeCells,
  selectedRect,
  selectionCell,
  setCellAttr,
  splitCell,
  TableView,
  toggleHeader,
  toggleHeaderCell,
} from 'prosemirror-tables'
import type { NodeView } from 'prosemirror-view'
import { schema } from '#contract/document/schema.ts'
import { documentLimits } from '#contract/document/tree.ts'
import { canInsert } from './blocks.ts'

const { table, table_row, table_cell, table_header, paragraph } = schema.nodes

/** Inserts three by three cells with a header row, and puts the cursor into the first cell. */
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
    const placed = firstTablePos(tr, tr.mapping.map(state.selection.from, -1))
    // Past the opening tokens of table, row and cell.
    if (placed !== undefined) tr.setSelection(TextSelection.near(tr.doc.resolve(placed + 3)))
    dispatch(tr.scrollIntoView())
  }
  return true
}

function firstTablePos({ doc }: Transaction, from: number): number | undefined {
  let first: number | undefined
  doc.nodesBetween(from, doc.content.size, ({ type }, pos) => {
    if (type === table && pos >= from) first ??= pos
    return first === undefined
  })
  return first
}

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
  { text: 'Breiten zurücksetzen', command: resetColumnWidths },
  { text: 'Zeile löschen', command: deleteRow, danger: true },
  { text: 'Spalte löschen', command: deleteColumn, danger: true },
  { text: 'Tabelle löschen', command: deleteTable, danger: true },
]

/** Light enough for dark text in both modes. */
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

function resetColumnWidths(state: EditorState, dispatch?: Parameters<Command>[1]): boolean {
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

/** Scrolls horizontally with the cursor; Chromium does that only for elements that are editable themselves. */
export class ScrollingTable extends TableView {
  constructor(node: Node, cellMinWidth: number) {
    super(node, cellMinWidth)
    this.dom.contentEditable = 'true'
    this.dom.classList.add('sideways')
  }
}

/** Marks coloured cells as light or dark, so that the style can choose a readable text colour. */
function cellView(node: Node): NodeView {
  const { dom, contentDOM } = DOMSerializer.renderSpec(document, node.type.spec.toDOM?.(node) ?? ['td', 0])
  const colour = node.attrs['background'] as string | null
  if (colour) dom.dataset['tone'] = isLight(colour) ? 'light' : 'dark'
  return { dom, ...(contentDOM && { contentDOM }) }
}
export const cellViews = { table_cell: cellView, table_header: cellView }

/** True if text on this colour (`#rrggbb`) should be dark, by luminance. */
function isLight(colour: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  // At this luminance black and white have equal contrast.
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179
}

/** Rounds column widths after a drag. */
export const integerWidthsPlugin = new Plugin({
  appendTransaction(transactions, _, { doc, tr }) {
    const isDragEnd = transactions.some((one) => one.getMeta(columnResizingPluginKey)?.setDragging === null)
    if (!isDragEnd) return null
    doc.descendants(({ attrs, isTextblock }, pos) => {
      const widths = attrs['colwidth'] as number[] | null | undefined
      const whole = widths?.map((width) => Math.min(Math.round(width), documentLimits.columnWidth))
      if (whole?.some((width, at) => width !== widths?.[at])) tr.setNodeAttribute(pos, 'colwidth', whole)
      return !isTextblock
    })
    return tr.docChanged ? tr : null
  },
})
