// Imports group memberships from a provider, as a sync does from the planner. The provider's groups are groups
// of their own, never merged with existing ones, and their chats are hidden at first. Overrides by
// administrators and the planner's groups stay. Without groups in the claims nothing changes.
import { audit } from '#server/audit/audit.ts'
import type { Tx } from '#server/db/connect.ts'
import { listMemberIds, setGroupName } from '#server/groups/store.ts'
import { aboutAssignments, aboutRoomHead, aboutUser } from '#server/live/facts.ts'
import { changed } from '#server/live/news.ts'
import type { ProviderAccess } from '#server/provider-settings.ts'
import { findFreeGroupNames } from '#server/users/sync/names.ts'
import { lockSyncForUpdate } from '#server/users/sync/store.ts'
import { findGroupOf, insertGroups, listGroupNamesOf, setImportedMemberships } from './store.ts'

/**
 * Name of the group whose members see all happenings (`HAPPENINGS_GROUP`). No group of a provider may have this
 * name.
 */
type ReservedGroup = { happeningsGroup: string | undefined }

/** Creates missing groups before the person's row is locked, in the same order of locks as a sync. */
export async function ensureGroups(
  tx: Tx,
  access: ProviderAccess,
  groups: string[] | undefined,
  { happeningsGroup }: ReservedGroup,
) {
  if (groups === undefined) return
  if (happeningsGroup !== undefined) await releaseReservedName(tx, access, happeningsGroup)
  const fresh = await listMissingGroups(tx, access.issuer.href, groups)
  if (fresh.length > 0)
    await addGroups(tx, access, groups, happeningsGroup === undefined ? [] : [happeningsGroup])
}

/**
 * Release 1 allowed a group of a provider to have the reserved name. The group gets another name, and keeps its
 * members, documents and chat.
 */
async function releaseReservedName(tx: Tx, { issuer, name: origin }: ProviderAccess, reserved: string) {
  if ((await findGroupOf(tx, issuer.href, reserved)) === undefined) return
  await lockSyncForUpdate(tx)
  // A concurrent sign-in may have renamed it while this one waited.
  const id = await findGroupOf(tx, issuer.href, reserved)
  if (id === undefined) return
  const [name = reserved] = await findFreeGroupNames(tx, [reserved], origin)
  await setGroupName(tx, id, name)
  await audit(tx, null, 'group.rename', { group_id: id, from: reserved, to: name })
  const members = await listMemberIds(tx, id)
  changed(tx, aboutAssignments, aboutRoomHead('groups', id), ...members.map(aboutUser))
}

export async function assignProviderGroups(
  tx: Tx,
  access: ProviderAccess,
  userId: number,
  groups: string[] | undefined,
) {
  if (groups === undefined) return
  const issuer = access.issuer.href
  const { joined, left } = await setImportedMemberships(tx, { issuer, userId, groups })
  if (joined + left === 0) return
  await audit(tx, userId, 'user.groups', {
    user_id: userId,
    provider: access.name,
    joins: joined,
    leaves: left,
  })
  changed(tx, aboutAssignments)
}

async function addGroups(
  tx: Tx,
  { issuer, name }: ProviderAccess,
  groups: string[],
  reserved: readonly string[],
) {
  await lockSyncForUpdate(tx)
  // A concurrent sign-in may have created them while this one waited.
  const fresh = await listMissingGroups(tx, issuer.href, groups)
  const names = await findFreeGroupNames(tx, fresh, name, reserved)
  await insertGroups(
    tx,
    issuer.href,
    fresh.map((provider_name, at) => ({ provider_name, name: names[at] as string })),
  )
}

async function listMissingGroups(tx: Tx, issuer: string, groups: string[]): Promise<string[]> {
  const existing = new Set(await listGroupNamesOf(tx, issuer))
  return groups.filter((group) => !existing.has(group))
}
