import type { Caller } from '#server/caller.ts'
import { refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { inTransaction } from '#server/live/news.ts'
import type { UndoKinds, UndoResult } from './keep-undo.ts'
import { takeUndo } from './store.ts'

/** Undoes the caller's own bulk action, once, within an hour. */
export function undoChange(kontor: Kontor, kinds: UndoKinds, by: Caller, id: number): Promise<UndoResult> {
  return inTransaction(kontor, async (tx) => {
    const stored = await takeUndo(tx, by.id, id)
    const undo = stored && kinds[stored.kind]
    if (!undo) throw refuse('not_found', 'Das lässt sich nicht mehr rückgängig machen.')
    return undo(tx, kontor, by, stored.before as never)
  })
}
