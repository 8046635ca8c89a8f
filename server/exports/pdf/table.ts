// Lays out a table, even if the spans of its cells contradict each other. Cells beyond `MAX_COLUMNS` are dropped.
import { type CellAttrs, normalizeColour } from '#contract/document/table-cells.ts'
import { type Tree, treeText } from '#contract/document/tree.ts'
import type { Block, BlockContext, TableCell } from './printable.ts'

type PlacedCell = { cell: Tree; x: number; y: number; cs: number; rs: number; widths: number[] | null }

const MAX_COLUMNS = 100
const PT_PER_PIXEL = 0.75
const CELL_INSET_PT = 10
/** Narrower columns (pt) break words anywhere. */
const NARROW_COLUMN_PT = 150
const SMALL_TEXT_COLUMN_PT = 60
const repeatedHeadLimits = { rows: 4, characters: 1_500 }

type NodesToBlocks = (nodes: readonly Tree[], place: BlockContext) => Block[]

export function tableToBlocks(node: Tree, place: BlockContext, blocksOf: NodesToBlocks): Block[] {
  const rows = node.content ?? []
  const spots = placeCells(rows)
  const columns = Math.max(0, ...spots.map(({ x, cs }) => x + cs))
  if (columns === 0) return []
  const w = columnWidths(spots, columns, place.width)
  const cells = spots.map(({ cell, x, y, cs, rs }): TableCell => {
    const width = w.slice(x, x + cs).reduce((sum, one) => sum + one, 0) - CELL_INSET_PT
    const colours = cellColours((cell.attrs as CellAttrs | undefined)?.background)
    const inner: BlockContext = {
      depth: place.depth + 1,
      width: Math.max(width, 8),
      isNarrow: width < NARROW_COLUMN_PT,
      ink: colours !== undefined,
    }
    const b = blocksOf(cell.content ?? [], inner)
    return { x, y, cs, rs, th: cell.type === 'table_header', ...colours, b }
  })
  return [
    {
      k: 'table',
      w,
      head: countHeadRows(spots, rows),
      rows: rows.length,
      isSmall: Math.min(...w) < SMALL_TEXT_COLUMN_PT,
      cells,
    },
  ]
}

/** Each cell takes the first free place; one that would overlap another is made smaller. */
function placeCells(rows: readonly Tree[]): PlacedCell[] {
  const taken = rows.map(() => new Set<number>())
  const spots: PlacedCell[] = []
  for (const [y, row] of rows.entries()) {
    let x = 0
    for (const cell of row.content ?? []) {
      while (taken[y]?.has(x)) x++
      if (x >= MAX_COLUMNS) break
      const { colspan, rowspan, colwidth } = (cell.attrs ?? {}) as CellAttrs
      const cs = countFreeColumns(taken[y] as Set<number>, x, spanOr1(colspan))
      const rs = countFreeRows(taken, x, y, cs, spanOr1(rowspan))
      for (let row = y; row < y + rs; row++)
        for (let column = x; column < x + cs; column++) taken[row]?.add(column)
      spots.push({ cell, x, y, cs, rs, widths: Array.isArray(colwidth) ? colwidth : null })
      x += cs
    }
  }
  return spots
}

const spanOr1 = (span: unknown) => (Number.isInteger(span) && (span as number) > 1 ? (span as number) : 1)

function countFreeColumns(taken: ReadonlySet<number>, x: number, wanted: number): number {
  let free = 1
  while (free < wanted && x + free < MAX_COLUMNS && !taken.has(x + free)) free++
  return free
}

function countFreeRows(
  taken: readonly Set<number>[],
  x: number,
  y: number,
  cs: number,
  wanted: number,
): number {
  const columns = Array.from({ length: cs }, (_, index) => x + index)
  let free = 1
  while (free < wanted && y + free < taken.length && columns.every((column) => !taken[y + free]?.has(column)))
    free++
  return free
}

/** Fixed widths are kept while there is room; the other columns share the rest. */
function columnWidths(spots: readonly PlacedCell[], columns: number, room: number): number[] {
  const fixed = Array.from({ length: columns }, () => 0)
  for (const { x, widths } of spots) {
    for (const [index, width] of (widths ?? []).entries()) {
      if (x + index < columns && typeof width === 'number' && width > 0)
        fixed[x + index] ||= width * PT_PER_PIXEL
    }
  }
  const open = fixed.filter((width) => width === 0).length
  const sum = fixed.reduce((one, other) => one + other, 0)
  const share = open === 0 ? 0 : Math.max((room - sum) / open, (room / columns) * 0.6)
  const all = fixed.map((width) => width || share)
  const total = all.reduce((one, other) => one + other, 0)
  return all.map((width) => width * Math.min(1, room / total))
}

/** Number of leading rows that consist of header cells. 0 if the head is too high to be repeated on every page. */
function countHeadRows(spots: readonly PlacedCell[], rows: readonly Tree[]): number {
  const isHead = (y: number) => {
    const cells = spots.filter((spot) => spot.y <= y && y < spot.y + spot.rs)
    return cells.length > 0 && cells.every(({ cell }) => cell.type === 'table_header')
  }
  let head = 0
  while (head < Math.min(rows.length, repeatedHeadLimits.rows + 1) && isHead(head)) head++
  const reachesOut = spots.some(({ y, rs }) => y < head && y + rs > head)
  const characters = rows.slice(0, head).reduce((sum, row) => sum + treeText(row).length, 0)
  if (
    reachesOut ||
    head > repeatedHeadLimits.rows ||
    head === rows.length ||
    characters > repeatedHeadLimits.characters
  )
    return 0
  return head
}

/** Background colour, with black or white text, whichever has more contrast. */
export function cellColours(background: unknown): { fill: string; ink: string } | undefined {
  const fill = normalizeColour(background)
  if (fill === null) return undefined
  const [red, green, blue] = [1, 3, 5].map((at) =>
    toLinear(Number.parseInt(fill.slice(at, at + 2), 16) / 255),
  ) as [number, number, number]
  const light = 0.2126 * red + 0.7152 * green + 0.0722 * blue
  // Above this luminance black has the greater contrast (WCAG); either has at least 4.5 : 1.
  return { fill, ink: light > 0.179 ? '#000000' : '#ffffff' }
}

const toLinear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
