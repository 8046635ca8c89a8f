// Letting many people in or keeping them out at once. Whom the planner knows is blocked with it: no sync lets them in
// again, until an administrator does. Who has vanished there it keeps out itself.
import { audit } from '#server/audit/audit.ts'
import { lockAdminsForUpdate } from '#server/auth/accounts-store.ts'
import { requireConfirmed } from '#server/auth/confirm-password.ts'
import { deleteWaysIn, LET_IN_ANEW } from '#server/auth/ways-in-store.ts'
import type { Caller } from '#server/caller.ts'
import type { Tx } from '#server/db/connect.ts'
import { refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutUser, aboutUsers } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { keepUndo, type Since, untouched } from '#server/undo/keep-undo.ts'
import { peopleTold, tellWebhooks } from '#server/webhooks/outbox-store.ts'
import { lockUsersForUpdate, setActive, setBlocked } from './store.ts'
import { deactivate } from './sync/store.ts'

/** Nobody keeps themselves out. All that was asked for are people, or nothing happens. */
export function setManyActive(kontor: Kontor, by: Caller, ids: number[], is_active: boolean) {
  requireConfirmed(kontor, by)
  return inTransaction(kontor, async (tx) => {
    const touched = await setThemActive(tx, by, ids, is_active)
    return keepUndo(tx, by, 'users.active', touched.length, { ids: touched, is_active })
  })
}

/** Those whom nobody has let in or kept out since. Sessions and devices of somebody who was kept out do not come back. */
export async function undoActive(
  tx: Tx,
  _kontor: Kontor,
  by: Caller,
  { ids, is_active, ...since }: Since & { ids: number[]; is_active: boolean },
) {
  const undone = await setThemActive(tx, by, ids, !is_active, since)
  return { undone: undone.length, left: ids.length - undone.length }
}

async function setThemActive(
  tx: Tx,
  by: Caller,
  ids: number[],
  is_active: boolean,
  since: Since = {},
): Promise<number[]> {
  // Two who keep each other out at the same moment: the second is no administrator any more.
  if (!(await lockAdminsForUpdate(tx)).includes(by.id)) throw refuse('forbidden')
  const known = await lockUsersForUpdate(tx, ids)
  const others = known
    .filter((user) => user.is_active !== is_active && user.id !== by.id && user.anonymised_at === null)
    .filter((user) => !is_active || !user.is_planned || user.is_blocked)
    .map(({ id }) => id)
  const touched = await untouched(tx, since, changes, others)
  if (touched.length === 0) return []
  await (is_active ? setActive(tx, touched) : blockOrDeactivate(tx, touched))
  const planned = new Set(known.filter(({ is_planned }) => is_planned).map(({ id }) => id))
  const [blocked, local] = [touched.filter((id) => planned.has(id)), touched.filter((id) => !planned.has(id))]
  if (local.length > 0)
    await audit(tx, by.id, is_active ? 'user.activate' : 'user.deactivate', { user_ids: local })
  if (blocked.length > 0)
    await audit(tx, by.id, is_active ? 'user.unblock' : 'user.block', { user_ids: blocked })
  await tellWebhooks(tx, 'people.changed', peopleTold('changed', touched))
  changed(tx, aboutUsers, ...touched.map(aboutUser))
  return touched
}

/**
 * Nobody comes in as them. Let in again they need their password, a passkey or a provider: sessions, devices, tokens and
 * the address of the calendar are gone for good.
 */
async function blockOrDeactivate(tx: Tx, ids: number[]) {
  await deactivate(tx, ids)
  await setBlocked(tx, ids)
  await deleteWaysIn(tx, ids, LET_IN_ANEW)
}

const changes = {
  actions: ['user.activate', 'user.deactivate', 'user.block', 'user.unblock'],
  object: 'user',
} as const
