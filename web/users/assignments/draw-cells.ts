// The cells of a row, drawn by hand: as elements of React they took most of the time of the next fifty rows.
import type { CellState } from '#contract/words/cell.ts'
import { words } from './cells.ts'
import css from './matrix.module.css'
import type { HeadName } from './queries.ts'

export type Cells = {
  user: HeadName
  states: readonly CellState[]
  groups: readonly HeadName[]
  /** Places of the shown groups. */
  columns: readonly number[]
  /** Which column can be reached with the Tab key, if the row has it. */
  focusAt: number | undefined
}

/** Puts the cells behind the row's head, and changes those that are there already only where they differ. */
export function drawCells(row: HTMLElement, { user, states, groups, columns, focusAt }: Cells) {
  const [head, ...before] = row.children
  const cells = columns.map((column, place) => {
    const state = states[column] ?? 'empty'
    const name = `${user.name} – ${groups[column]?.name}: ${words[state]}`
    const cell = before[place]
    if (!cell) {
      const added = blank[state].cloneNode() as Element
      added.setAttribute('aria-label', name)
      return added
    }
    if (cell.getAttribute('aria-label') !== name) {
      cell.setAttribute('aria-label', name)
      cell.className = blank[state].className
    }
    return cell
  })
  if (head && before.length !== cells.length) row.replaceChildren(head, ...cells)
  row.querySelector('[role=gridcell][tabindex="0"]')?.setAttribute('tabindex', '-1')
  if (focusAt !== undefined) cells[focusAt]?.setAttribute('tabindex', '0')
}

/** Copied, because that is quicker than to set the same attributes on each. */
const blankCell = (state: CellState) => {
  const cell = document.createElement('div')
  cell.setAttribute('role', 'gridcell')
  cell.tabIndex = -1
  cell.className = `${css['cell']} ${css[state]}`
  return cell
}
const blank: Record<CellState, Element> = {
  empty: blankCell('empty'),
  granted: blankCell('granted'),
  imported: blankCell('imported'),
  revoked: blankCell('revoked'),
}
