// State machine of a cell of the matrix: what the planner imports, what administrators override, and the
// visible result. Server, SQL, browser and tests all derive their steps from here.

export const cellStates = ['empty', 'granted', 'imported', 'revoked'] as const
/**
 * Membership of a user in a group: none, granted by an administrator, imported from the planner, or revoked by
 * an administrator.
 */
export type CellState = (typeof cellStates)[number]

export type Cell = { imported: boolean; override: 'none' | 'grant' | 'revoke' }
export type CellAction = 'grant' | 'remove'

/** All combinations. */
export const cells: readonly Cell[] = [false, true].flatMap((imported) =>
  (['none', 'grant', 'revoke'] as const).map((override) => ({ imported, override })),
)

export function stateOf({ imported, override }: Cell): CellState {
  if (imported) return override === 'revoke' ? 'revoked' : 'imported'
  return override === 'grant' ? 'granted' : 'empty'
}

/**
 * empty → granted, granted → empty, imported → revoked, revoked → imported. Repeating an action changes
 * nothing. A revocation whose import is gone shows as empty but is remembered; a grant survives beneath
 * imported.
 */
export function cellAfter({ imported, override }: Cell, action: CellAction): Cell {
  if (action === 'grant') {
    if (!imported) return { imported, override: 'grant' }
    return { imported, override: override === 'revoke' ? 'none' : override }
  }
  if (imported) return { imported, override: 'revoke' }
  return { imported, override: override === 'grant' ? 'none' : override }
}

export const isMember = (state: CellState) => state === 'granted' || state === 'imported'

/** The visible state after an action; it depends on the visible state alone, not on what is remembered beneath it. */
export function stateAfter(state: CellState, action: CellAction): CellState {
  const cell = cells.find((cell) => stateOf(cell) === state)
  return cell ? stateOf(cellAfter(cell, action)) : state
}

/** The action of a click. */
export const clickOn = (state: CellState): CellAction => (isMember(state) ? 'remove' : 'grant')
