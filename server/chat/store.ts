// Says who may be in which room. A group's room is its members' while it is shown, and administrators' always; a direct
// one belongs to its two people alone. The room of a deleted group is a thing of the past that administrators can read.
import { type RawBuilder, sql } from 'kysely'
import type { ChatKind } from '#contract/chat.ts'
import type { Caller } from '#server/caller.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { byName, spokenName } from '#server/db/people.ts'
import { refuse } from '#server/http/errors.ts'
import type { RoomKey } from './room-key.ts'
import { sentences } from './sentences.ts'

export type Room = RoomKey & {
  title: string
  visible: boolean
  is_member: boolean
  can_post: boolean
}

/** Rooms of custom groups are shown from the start, those of the planner's when an administrator shows them. */
export const isShown = sql<boolean>`coalesce(chat_rooms.visible, groups.planner_name is null)`

export const isMemberOfGroup = (userId: RawBuilder<unknown>) => sql<boolean>`exists (
  select from memberships
  where memberships.group_id = groups.id and memberships.user_id = ${userId} and memberships.is_effective)`

/** A room that a caller may not be in is not found. */
export async function getRoom(db: Database, by: Caller, kind: ChatKind, id: number): Promise<Room> {
  const room = kind === 'direct' ? await findDirect(db, by, id) : await findGroupRoom(db, by, id)
  if (!room) throw refuse('not_found', sentences.noSuchChat)
  return { ...room, kind, id }
}

/** Somewhere to say something. */
export async function getPostable(db: Database, by: Caller, kind: ChatKind, id: number): Promise<Room> {
  const room = await getRoom(db, by, kind, id)
  if (!room.can_post) throw refuse('read_only')
  return room
}

async function findDirect(db: Database, by: Caller, id: number) {
  const found = await db
    .selectFrom('direct_chats')
    .leftJoin('users as other', (join) =>
      join.on(
        sql<boolean>`other.id = case direct_chats.user_low when ${by.id} then direct_chats.user_high else direct_chats.user_low end`,
      ),
    )
    .where('direct_chats.id', '=', id)
    .where((eb) => eb.or([eb('direct_chats.user_low', '=', by.id), eb('direct_chats.user_high', '=', by.id)]))
    .select([spokenName('other').as('title'), sql<boolean>`coalesce(other.is_active, false)`.as('can_post')])
    .executeTakeFirst()
  return found && { ...found, visible: true, is_member: true }
}

async function findGroupRoom(db: Database, by: Caller, id: number) {
  const found = await db
    .selectFrom('groups')
    .leftJoin('chat_rooms', (join) =>
      join.on('chat_rooms.kind', '=', 'groups').onRef('chat_rooms.id', '=', 'groups.id'),
    )
    .where('groups.id', '=', id)
    .select(['groups.name as title', isShown.as('visible'), isMemberOfGroup(sql`${by.id}`).as('is_member')])
    .executeTakeFirst()
  if (found)
    return by.is_admin || (found.visible && found.is_member) ? { ...found, can_post: true } : undefined
  if (!by.is_admin) return undefined
  const past = await db
    .selectFrom('chat_rooms')
    .where('kind', '=', 'groups')
    .where('id', '=', id)
    .select('name')
    .executeTakeFirst()
  return past && { title: past.name ?? 'Gelöschte Gruppe', visible: false, is_member: false, can_post: false }
}

/** Everybody who belongs to a room, by name. */
export async function listParticipants(db: Database, { kind, id }: RoomKey) {
  const people = db
    .selectFrom('users')
    .where('users.is_active', '=', true)
    .select(['users.id', 'users.username', spokenName('users').as('display_name')])
    .orderBy(byName('users', 'spoken_name'))
    .orderBy('users.id')
  if (kind === 'direct') {
    return people
      .innerJoin('direct_chats', (join) =>
        join.on(sql<boolean>`users.id in (direct_chats.user_low, direct_chats.user_high)`),
      )
      .where('direct_chats.id', '=', id)
      .execute()
  }
  return people
    .innerJoin('memberships', 'memberships.user_id', 'users.id')
    .where('memberships.group_id', '=', id)
    .where('memberships.is_effective', '=', true)
    .execute()
}

/** `name`: what the room is called when its group has gone. */
export async function setGroupRoom(tx: Tx, id: number, values: { visible: boolean; name?: string }) {
  await tx.updateTable('chat_rooms').set(values).where('kind', '=', 'groups').where('id', '=', id).execute()
}

/** They only tell open rooms that somebody's rights have changed. */
export async function deleteOldRightsChanges(db: Database) {
  await db.deleteFrom('rights_changes').where('at', '<', sql<Date>`now() - interval '1 hour'`).execute()
}
