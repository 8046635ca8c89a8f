import type { Action } from '#server/audit/actions.ts'
import { lastAuditId, listTouchedSince } from '#server/audit/store.ts'
import { lockCaller } from '#server/auth/own-transaction.ts'
import type { Caller } from '#server/caller.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Kontor } from '#server/kontor.ts'
import { insertUndo } from './store.ts'

/** Number of restored records, and of those left alone because they have changed since. */
export type UndoResult = { undone: number; left: number }

/** Undoes an action from the stored state, for records that nobody has changed since. */
type UndoKind = (tx: Tx, kontor: Kontor, by: Caller, before: never) => Promise<UndoResult>
export type UndoKinds = Readonly<Record<string, UndoKind>>

/** Stores the former state in the transaction of the action. `undo_id` is null if nothing changed. */
export async function storeUndo(tx: Tx, by: Caller, kind: string, changed: number, before: object) {
  if (changed === 0) return { changed, undo_id: null }
  await lockCaller(tx, by)
  const stored = { ...before, since: await lastAuditId(tx) }
  return { changed, undo_id: await insertUndo(tx, { user_id: by.id, kind, before: stored }) }
}

/** `since`: id of the latest audit row at the time of the action; absent in rows of the previous release. */
export type SinceAuditId = { since?: number }

/**
 * Returns the ids that none of these actions has touched since. Comparing states is not enough, because a
 * change and its reversal leave the same state. Lock the records first.
 */
export async function filterUntouched(
  tx: Tx,
  { since }: SinceAuditId,
  { actions, object }: { actions: readonly Action[]; object: 'doc' | 'happening' | 'user' },
  ids: readonly number[],
): Promise<number[]> {
  if (since === undefined) return [...ids]
  const objects = ids.map((id) => `${object} ${id}`)
  const touched = await listTouchedSince(tx, since, actions, objects)
  return ids.filter((_id, at) => !touched.has(objects[at] as string))
}
