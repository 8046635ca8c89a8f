/** How cells change on the screen; what the steps mean is in server/users/assignments/cell.ts. */
import type { Assignments, CellState } from '#contract/users.ts'

export const words: Record<CellState, string> = {
  empty: 'nicht zugewiesen',
  granted: 'von Hand zugewiesen',
  imported: 'aus der Planung',
  revoked: 'entzogen',
}

export const isMember = (state: CellState) => state === 'granted' || state === 'imported'

/** What a cell becomes when it is granted or taken away. */
export function changed(state: CellState, granted: boolean): CellState {
  const inPlanner = state === 'imported' || state === 'revoked'
  if (granted) return inPlanner ? 'imported' : 'granted'
  return inPlanner ? 'revoked' : 'empty'
}

export const toggled = (state: CellState) => changed(state, !isMember(state))

/** The matrix with some cells changed; untouched rows stay the same objects, so that they are not drawn anew. */
export function withCells(
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

/** How many of some cells would change. */
export const countChanging = (states: readonly CellState[], granted: boolean) =>
  states.filter((state) => isMember(state) !== granted).length
