// State machine of a cell of the user and group matrix. A cell combines the planner's import with an
// administrator's override. Server, SQL, browser and tests derive all transitions from here.

export const cellStates = ['empty', 'granted', 'imported', 'revoked'] as const
/**
 * Membership of a user in a group: none, granted by an administrator, imported from the planner, or revoked by
 * an administrator.
 */
export type CellState = (typeof cellStates)[number]

export type AssignmentCell = { imported: boolean; override: 'none' | 'grant' | 'revoke' }
export type CellAction = 'grant' | 'remove'

/** All combinations. */
export const assignmentCells: readonly AssignmentCell[] = [false, true].flatMap((imported) =>
  (['none', 'grant', 'revoke'] as const).map((override) => ({ imported, override })),
)

export function cellStateOf({ imported, override }: AssignmentCell): CellState {
  if (imported) return override === 'revoke' ? 'revoked' : 'imported'
  return override === 'grant' ? 'granted' : 'empty'
}

/**
 * empty → granted, granted → empty, imported → revoked, revoked → imported. Repeating an action changes
 * nothing. A revocation stays stored when the import ends, and the cell then shows as empty. A grant stays
 * stored when the import begins, and the cell then shows as imported.
 */
export function applyCellAction({ imported, override }: AssignmentCell, action: CellAction): AssignmentCell {
  if (action === 'grant') {
    if (!imported) return { imported, override: 'grant' }
    return { imported, override: override === 'revoke' ? 'none' : override }
  }
  if (imported) return { imported, override: 'revoke' }
  return { imported, override: override === 'grant' ? 'none' : override }
}

export const isMember = (state: CellState) => state === 'granted' || state === 'imported'

/**
 * The visible state after an action. The stored override beneath the visible state does not influence the
 * result.
 */
export function cellStateAfter(state: CellState, action: CellAction): CellState {
  const cell = assignmentCells.find((cell) => cellStateOf(cell) === state)
  return cell ? cellStateOf(applyCellAction(cell, action)) : state
}

export const clickActionOf = (state: CellState): CellAction => (isMember(state) ? 'remove' : 'grant')
