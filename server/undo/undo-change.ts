import type { Caller } from '#server/caller.ts'
import { refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { inTransaction } from '#server/live/news.ts'
import type { UndoKinds, Undone } from './keep-undo.ts'
import { takeUndo } from './store.ts'

/** Undoes the caller's own bulk action, once, within an hour. */
export function undoChange(kontor: Kontor, kinds: UndoKinds, by: Caller, id: number): Promise<Undone> {
  return inTransaction(kontor, async (tx) => {
    const kept = await takeUndo(tx, by.id, id)
    const undo = kept && kinds[kept.kind]
    if (!undo) throw refuse('not_found', 'Das lässt sich nicht mehr rückgängig machen.')
    return undo(tx, kontor, by, kept.before as never)
  })
}
