// Where the arrow keys lead in a grid: the one table of it for the matrix, and for hours and minutes.
import type { Pressed } from './arrows.ts'

export type Cell = { row: number; column: number }
/** First and last of each; heads may be counted as -1. */
export type Grid = { rows: readonly [number, number]; columns: readonly [number, number] }

const PAGE = 10 // rows

/** Ends at the edges. Home and End stay in the row and begin behind its head, with Ctrl they lead to the corners. */
export function nextInGrid(pressed: Pressed, { row, column }: Cell, grid: Grid): Cell | undefined {
  if (pressed.altKey) return undefined
  const whole = pressed.ctrlKey || pressed.metaKey
  const [top, bottom] = grid.rows
  const [left, right] = grid.columns
  const firstRow = Math.max(top, 0)
  const wanted: Record<string, Cell> = {
    ArrowLeft: { row, column: column - 1 },
    ArrowRight: { row, column: column + 1 },
    ArrowUp: { row: row - 1, column },
    ArrowDown: { row: row + 1, column },
    PageUp: { row: Math.max(row - PAGE, firstRow), column },
    PageDown: { row: row + PAGE, column },
    Home: { row: whole ? firstRow : row, column: Math.max(left, 0) },
    End: { row: whole ? bottom : row, column: right },
  }
  const to = wanted[pressed.key]
  return to && { row: clamp(to.row, top, bottom), column: clamp(to.column, left, right) }
}

const clamp = (value: number, from: number, to: number) => Math.min(Math.max(value, from), to)

/** The same for items that are counted through, in rows of `columns`. */
export const inRowsOf =
  (columns: number) =>
  (pressed: Pressed, at: number, count: number): number | undefined => {
    const last = count - 1
    const cell = nextInGrid(
      pressed,
      { row: Math.floor(at / columns), column: at % columns },
      { rows: [0, Math.floor(last / columns)], columns: [0, columns - 1] },
    )
    return cell && Math.min(cell.row * columns + cell.column, last)
  }
