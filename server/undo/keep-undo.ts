import type { Caller } from '#server/caller.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Kontor } from '#server/kontor.ts'
import { insertUndo } from './store.ts'

/** How many are as they were before the act, and how many are left as they are since somebody has changed them. */
export type Undone = { undone: number; left: number }

/** Takes one act back, by what was kept of the time before it. It touches what the act has changed and nobody since. */
type UndoKind = (tx: Tx, kontor: Kontor, by: Caller, before: never) => Promise<Undone>
export type UndoKinds = Readonly<Record<string, UndoKind>>

/**
 * Keeps how things were, in the transaction of the act; the number goes to whoever acted. Of nothing nothing is kept.
 */
export async function keepUndo(tx: Tx, by: Caller, kind: string, changed: number, before: object) {
  if (changed === 0) return { changed, undo_id: null }
  return { changed, undo_id: await insertUndo(tx, { user_id: by.id, kind, before }) }
}
