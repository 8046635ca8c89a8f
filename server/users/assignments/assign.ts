import type { CellAction } from '#contract/words/cell.ts'
import { audit } from '#server/audit/audit.ts'
import type { Caller } from '#server/caller.ts'
import type { Tx } from '#server/db/connect.ts'
import { findGroupByName } from '#server/groups/store.ts'
import { refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutAssignments, aboutUser } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { storeUndo } from '#server/undo/keep-undo.ts'
import { userSentences } from '../sentences.ts'
import { getUser } from '../store.ts'
import {
  doAllExist,
  type FormerOverride,
  lockOverridesForUpdate,
  restoreOverrides,
  setOverrides,
} from './store.ts'

/** Adds a user to a group or removes them; effective with their next request. */
export async function assign(
  kontor: Kontor,
  by: Caller,
  userId: number,
  groupname: string,
  action: CellAction,
): Promise<true> {
  const group = await findGroupByName(kontor.db, groupname.trim())
  if (!group) throw refuse('not_found')
  await getUser(kontor.db, userId)
  await assignMany(kontor, by, { userIds: [userId], groupIds: [group.id], action })
  return true
}

type BulkAssignment = { userIds: number[]; groupIds: number[]; action: CellAction }

/** A whole row or column of the matrix, all or nothing. */
const assignMany = (kontor: Kontor, by: Caller, pairs: BulkAssignment) =>
  inTransaction(kontor, (tx) => assignIn(tx, by, pairs))

/** Like `assignMany`, and stores what an undo needs. */
export function assignWithUndo(kontor: Kontor, by: Caller, pairs: BulkAssignment) {
  return inTransaction(kontor, async (tx) => {
    const before = await lockOverridesForUpdate(tx, pairs.userIds, pairs.groupIds)
    const overrides = new Map(before.map(({ override, ...pair }) => [pairKey(pair), override]))
    const decided = await assignIn(tx, by, pairs)
    if (decided.length > MAX_UNDOABLE) return { changed: decided.length, undo_id: null }
    const was = decided.map(({ user_id, group_id }) => ({
      user_id,
      group_id,
      override: overrides.get(pairKey({ user_id, group_id })) ?? 'none',
    }))
    return storeUndo(tx, by, 'assignments', decided.length, { at: decided[0]?.at, pairs: was })
  })
}

/** Larger changes have no undo: the stored state would be megabytes. */
const MAX_UNDOABLE = 20_000
const pairKey = ({ user_id, group_id }: { user_id: number; group_id: number }) => `${user_id} ${group_id}`

/**
 * Undoes assignments: restores the override of each pair that nobody has changed since. What the planner has
 * imported stays.
 */
export async function undoAssignments(
  tx: Tx,
  _kontor: Kontor,
  by: Caller,
  { at, pairs }: { at: string; pairs: FormerOverride[] },
) {
  const touched = await restoreOverrides(tx, { at, pairs, by: by.id })
  const users = [...new Set(touched)]
  if (users.length > 0) {
    const group_ids = [...new Set(pairs.map(({ group_id }) => group_id))]
    await audit(tx, by.id, 'assignment.undo', { user_ids: users, group_ids })
    changed(tx, aboutAssignments, ...users.map(aboutUser))
  }
  return { undone: touched.length, left: pairs.length - touched.length }
}

async function assignIn(tx: Tx, by: Caller, { userIds, groupIds, action }: BulkAssignment) {
  if (!(await doAllExist(tx, userIds, groupIds))) throw refuse('not_found', userSentences.pairIsGone)
  const pairs = await setOverrides(tx, { userIds, groupIds, action, by: by.id })
  const touched = [...new Set(pairs.map(({ user_id }) => user_id))]
  if (touched.length > 0) {
    await audit(tx, by.id, `assignment.${action}`, { user_ids: touched, group_ids: groupIds })
    changed(tx, aboutAssignments, ...touched.map(aboutUser))
  }
  return pairs
}
