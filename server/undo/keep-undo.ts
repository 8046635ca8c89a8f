import type { Action } from '#server/audit/actions.ts'
import { lastAuditId, listTouchedSince } from '#server/audit/store.ts'
import { holdCaller } from '#server/auth/own-transaction.ts'
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
  await holdCaller(tx, by)
  const kept = { ...before, since: await lastAuditId(tx) }
  return { changed, undo_id: await insertUndo(tx, { user_id: by.id, kind, before: kept }) }
}

/** The act stands in the audit log; the release before this one has not kept where. */
export type Since = { since?: number }

/**
 * Those of these ids that one of these acts has not been about since the act that is taken back: two who change
 * something and change it back leave the same state. Asked once what is to be taken back is locked.
 */
export async function untouched(
  tx: Tx,
  { since }: Since,
  { actions, object }: { actions: readonly Action[]; object: 'doc' | 'happening' | 'user' },
  ids: readonly number[],
): Promise<number[]> {
  if (since === undefined) return [...ids]
  const objects = ids.map((id) => `${object} ${id}`)
  const touched = await listTouchedSince(tx, since, actions, objects)
  return ids.filter((_id, at) => !touched.has(objects[at] as string))
}
