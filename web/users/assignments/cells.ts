// Cells of the displayed matrix; their transitions are in contract/words/cell.ts.

import type { Assignments } from '#contract/assignments.ts'
import { type CellState, isMember } from '#contract/words/cell.ts'

export const cellStateWords: Record<CellState, string> = {
  empty: 'nicht zugewiesen',
  granted: 'von Hand zugewiesen',
  imported: 'aus der Planung',
  revoked: 'entzogen',
}

/** Returns a matrix with changed cells. Unchanged rows keep their identity, so they do not rerender. */
export function withChangedCells(
  matrix: Assignments,
  userIds: ReadonlySet<number>,
  groupIds: ReadonlySet<number>,
  change: (state: CellState) => CellState,
): Assignments {
  const columns = matrix.groups.flatMap(({ id }, at) => (groupIds.has(id) ? [at] : []))
  const relation = matrix.relation.map((states, at) => {
    if (!userIds.has(matrix.users[at]?.id ?? 0)) return states
    const next = [...states]
    for (const column of columns) next[column] = change(next[column] ?? 'empty')
    return next
  })
  return { ...matrix, relation }
}

/** Number of cells that would change. */
export const countChanging = (states: readonly CellState[], granted: boolean) =>
  states.filter((state) => isMember(state) !== granted).length
