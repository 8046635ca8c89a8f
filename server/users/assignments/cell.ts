// The model of the matrix: what the planner says, what administrators decided, and what of both is seen.
import type { CellState } from '#contract/users.ts'

export type Cell = { imported: boolean; override: 'none' | 'grant' | 'revoke' }
export type Action = 'grant' | 'remove'

export function stateOf({ imported, override }: Cell): CellState {
  if (imported) return override === 'revoke' ? 'revoked' : 'imported'
  return override === 'grant' ? 'granted' : 'empty'
}

/**
 * empty → granted, granted → empty, imported → revoked, revoked → imported; what is there already stays as it is.
 * A revocation that the planner has dropped shows as empty and is remembered; a grant survives beneath imported.
 */
export function after({ imported, override }: Cell, action: Action): Cell {
  if (action === 'grant') {
    if (!imported) return { imported, override: 'grant' }
    return { imported, override: override === 'revoke' ? 'none' : override }
  }
  if (imported) return { imported, override: 'revoke' }
  return { imported, override: override === 'grant' ? 'none' : override }
}
