// The cell of the matrix: what the planner says, what administrators decided, and what of both is seen. The server's
// rule and its SQL, the browser and the tests take every step from here.

export const cellStates = ['empty', 'granted', 'imported', 'revoked'] as const
/** How a user belongs to a group: not, by an administrator, by the planner, or taken away by an administrator. */
export type CellState = (typeof cellStates)[number]

export type Cell = { imported: boolean; override: 'none' | 'grant' | 'revoke' }
export type CellAction = 'grant' | 'remove'

/** All there are. */
export const cells: readonly Cell[] = [false, true].flatMap((imported) =>
  (['none', 'grant', 'revoke'] as const).map((override) => ({ imported, override })),
)

export function stateOf({ imported, override }: Cell): CellState {
  if (imported) return override === 'revoke' ? 'revoked' : 'imported'
  return override === 'grant' ? 'granted' : 'empty'
}

/**
 * empty → granted, granted → empty, imported → revoked, revoked → imported. Nothing is refused: what is there already
 * stays as it is. A revocation that the planner has dropped shows as empty and is remembered; a grant survives beneath
 * imported.
 */
export function after({ imported, override }: Cell, action: CellAction): Cell {
  if (action === 'grant') {
    if (!imported) return { imported, override: 'grant' }
    return { imported, override: override === 'revoke' ? 'none' : override }
  }
  if (imported) return { imported, override: 'revoke' }
  return { imported, override: override === 'grant' ? 'none' : override }
}

export const isMember = (state: CellState) => state === 'granted' || state === 'imported'

/** What is seen afterwards: it hangs on what was seen before, never on what is remembered beneath. */
export function stateAfter(state: CellState, action: CellAction): CellState {
  const cell = cells.find((cell) => stateOf(cell) === state)
  return cell ? stateOf(after(cell, action)) : state
}

/** What a click does. */
export const clickOn = (state: CellState): CellAction => (isMember(state) ? 'remove' : 'grant')
