// Renders a row's cells directly to the DOM: React elements took most of the time.
import type { CellState } from '#contract/words/cell.ts'
import { cellStateWords } from './cells.ts'
import css from './matrix.module.css'
import type { MatrixHead } from './queries.ts'

export type RowCells = {
  user: MatrixHead
  states: readonly CellState[]
  groups: readonly MatrixHead[]
  /** Indexes of the displayed groups. */
  columns: readonly number[]
  /** Index among the displayed columns of the cell with the tab stop, if this row has it. */
  focusAt: number | undefined
}

/** Appends or updates the cells after the row's header. Changes only what differs. */
export function updateCells(row: HTMLElement, { user, states, groups, columns, focusAt }: RowCells) {
  const [head, ...before] = row.children
  const cells = columns.map((column, place) => {
    const state = states[column] ?? 'empty'
    const name = `${user.name} – ${groups[column]?.name}: ${cellStateWords[state]}`
    const cell = before[place]
    if (!cell) {
      const added = blankCells[state].cloneNode() as Element
      added.setAttribute('aria-label', name)
      return added
    }
    if (cell.getAttribute('aria-label') !== name) {
      cell.setAttribute('aria-label', name)
      cell.className = blankCells[state].className
    }
    return cell
  })
  if (head && before.length !== cells.length) row.replaceChildren(head, ...cells)
  row.querySelector('[role=gridcell][tabindex="0"]')?.setAttribute('tabindex', '-1')
  if (focusAt !== undefined) cells[focusAt]?.setAttribute('tabindex', '0')
}

/** Cloned, which is faster than setting attributes. */
const createBlankCell = (state: CellState) => {
  const cell = document.createElement('div')
  cell.setAttribute('role', 'gridcell')
  cell.tabIndex = -1
  cell.className = `${css['cell']} ${css[state]}`
  return cell
}
const blankCells: Record<CellState, Element> = {
  empty: createBlankCell('empty'),
  granted: createBlankCell('granted'),
  imported: createBlankCell('imported'),
  revoked: createBlankCell('revoked'),
}
