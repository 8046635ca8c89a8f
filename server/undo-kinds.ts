import { undoDocStatus } from '#server/docs/change-many.ts'
import { undoHappeningStatus } from '#server/happenings/set-status.ts'
import type { UndoKinds } from './undo/keep-undo.ts'
import { undoAssignments } from './users/assignments/assign.ts'
import { undoActive } from './users/change-many.ts'

/** Undoable bulk actions, keyed by the name under which the former state is stored. */
export const undoKinds: UndoKinds = {
  assignments: undoAssignments,
  'docs.status': undoDocStatus,
  'happenings.status': undoHappeningStatus,
  'users.active': undoActive,
}
