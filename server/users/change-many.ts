// Activates or deactivates many people at once. People managed by the planner are also blocked, so that no sync
// reactivates them; those who vanished there cannot be reactivated by hand.
import { audit } from '#server/audit/audit.ts'
import { lockAdminsForUpdate } from '#server/auth/accounts-store.ts'
import { deleteCredentials, NOT_RESTORED_CREDENTIALS } from '#server/auth/credentials-store.ts'
import type { Caller } from '#server/caller.ts'
import type { Tx } from '#server/db/connect.ts'
import { refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutUser, aboutUsers } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { filterUntouched, type SinceAuditId, storeUndo } from '#server/undo/keep-undo.ts'
import { peoplePayload, queueWebhookEvent } from '#server/webhooks/outbox-store.ts'
import { activateUsers, blockPlannedUsers, lockUsersForUpdate } from './store.ts'
import { deactivateUsers } from './sync/store.ts'

/** Skips the caller, since nobody can deactivate themselves, and ids that do not exist. Can be undone. */
export function setManyActive(kontor: Kontor, by: Caller, ids: number[], is_active: boolean) {
  return inTransaction(kontor, async (tx) => {
    const touched = await setActiveOfUsers(tx, by, ids, is_active)
    return storeUndo(tx, by, 'users.active', touched.length, { ids: touched, is_active })
  })
}

/**
 * Restores people whose state nobody has changed since. Sessions and devices of deactivated people do not come
 * back.
 */
export async function undoActive(
  tx: Tx,
  _kontor: Kontor,
  by: Caller,
  { ids, is_active, ...since }: SinceAuditId & { ids: number[]; is_active: boolean },
) {
  const undone = await setActiveOfUsers(tx, by, ids, !is_active, since)
  return { undone: undone.length, left: ids.length - undone.length }
}

async function setActiveOfUsers(
  tx: Tx,
  by: Caller,
  ids: number[],
  is_active: boolean,
  since: SinceAuditId = {},
): Promise<number[]> {
  // If two administrators deactivate each other at the same time, the second one fails.
  if (!(await lockAdminsForUpdate(tx)).includes(by.id)) throw refuse('forbidden')
  const users = await lockUsersForUpdate(tx, ids)
  const others = users
    .filter((user) => user.is_active !== is_active && user.id !== by.id && user.anonymised_at === null)
    .filter((user) => !is_active || !user.is_planned || user.is_blocked)
    .map(({ id }) => id)
  const touched = await filterUntouched(tx, since, activationActions, others)
  if (touched.length === 0) return []
  await (is_active ? activateUsers(tx, touched) : blockOrDeactivate(tx, touched))
  const planned = new Set(users.filter(({ is_planned }) => is_planned).map(({ id }) => id))
  const [blocked, local] = [touched.filter((id) => planned.has(id)), touched.filter((id) => !planned.has(id))]
  if (local.length > 0)
    await audit(tx, by.id, is_active ? 'user.activate' : 'user.deactivate', { user_ids: local })
  if (blocked.length > 0)
    await audit(tx, by.id, is_active ? 'user.unblock' : 'user.block', { user_ids: blocked })
  await queueWebhookEvent(tx, 'people.changed', peoplePayload('changed', touched))
  changed(tx, aboutUsers, ...touched.map(aboutUser))
  return touched
}

/**
 * Ends all access. After reactivation they need their password, a passkey or a provider: sessions, devices,
 * tokens and calendar addresses are deleted.
 */
async function blockOrDeactivate(tx: Tx, ids: number[]) {
  await deactivateUsers(tx, ids)
  await blockPlannedUsers(tx, ids)
  await deleteCredentials(tx, ids, NOT_RESTORED_CREDENTIALS)
}

const activationActions = {
  actions: ['user.activate', 'user.deactivate', 'user.block', 'user.unblock'],
  object: 'user',
} as const
