// Access to rooms. Members can open their group's room while it is shown; administrators always can. Only its two
// users can open a direct chat. The room of a deleted group can only be read, and only by administrators.
import { type RawBuilder, sql } from 'kysely'
import type { NoiseLevel } from '#contract/chat.ts'
import { lockActiveUserForKeyShare } from '#server/auth/accounts-store.ts'
import type { Caller } from '#server/caller.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { nameOrder, spokenNameColumn } from '#server/db/people.ts'
import { refuse } from '#server/http/errors.ts'
import type { RoomKey } from './room-key.ts'
import { chatSentences } from './sentences.ts'

export type Room = RoomKey & {
  title: string
  visible: boolean
  is_member: boolean
  can_post: boolean
  /** The caller's own setting and read mark; null if there is none. */
  noise_level: NoiseLevel | null
  read_up_to: number | null
}

/**
 * Rooms of custom groups are shown from the start. Rooms of groups from the staff planner are hidden until an
 * administrator shows them.
 */
export const isShownCondition = sql<boolean>`coalesce(chat_rooms.visible, groups.planner_name is null)`

export const isMemberCondition = (userId: RawBuilder<unknown>) => sql<boolean>`exists (
  select from memberships
  where memberships.group_id = groups.id and memberships.user_id = ${userId} and memberships.is_effective)`

/** Throws 'not found' also for a room that the caller may not read. */
export async function getRoom(db: Database, by: Pick<Caller, 'id'>, key: RoomKey): Promise<Room> {
  return (await findRoom(db, by, key)) ?? throwNoSuchRoom()
}

function throwNoSuchRoom(): never {
  throw refuse('not_found', chatSentences.noSuchChat)
}

export async function findRoom(
  db: Database,
  by: Pick<Caller, 'id'>,
  { kind, id }: RoomKey,
  lock: RawBuilder<unknown> = sql``,
): Promise<Room | undefined> {
  const { rows } = await sql<Room>`
    select head.*, ${kind} as kind, ${id}::int as id, chat_marks.noise_level,
      nullif(chat_marks.read_up_to, 0) as read_up_to
    from (select id, is_admin from users where id = ${by.id} and is_active ${lock}) users
    cross join lateral (${kind === 'groups' ? groupRoomQuery(id) : directRoomQuery(id)}) head
    left join chat_marks on chat_marks.user_id = ${by.id} and chat_marks.kind = ${kind}
      and chat_marks.room_id = ${id}
    where (head.visible and head.is_member) or (users.is_admin and ${kind === 'groups'}::bool)`.execute(db)
  return rows[0]
}

const groupRoomQuery = (id: number) => sql`
  select groups.name as title, ${isShownCondition} as visible, ${isMemberCondition(sql`users.id`)} as is_member, true as can_post
  from groups left join chat_rooms on chat_rooms.kind = 'groups' and chat_rooms.id = groups.id
  where groups.id = ${id}
  union all
  select coalesce(chat_rooms.name, 'Gelöschte Gruppe'), false, false, false
  from chat_rooms
  where chat_rooms.kind = 'groups' and chat_rooms.id = ${id}
    and not exists (select from groups where groups.id = ${id})`

const directRoomQuery = (id: number) => sql`
  select ${spokenNameColumn('other')} as title, true as visible, true as is_member,
    coalesce(other.is_active, false) as can_post
  from direct_chats
  left join users other on other.id =
    case users.id when direct_chats.user_low then direct_chats.user_high else direct_chats.user_low end
  where direct_chats.id = ${id} and users.id in (direct_chats.user_low, direct_chats.user_high)`

/** Throws if the caller cannot post in the room. */
export async function getPostableRoom(db: Database, by: Pick<Caller, 'id'>, key: RoomKey): Promise<Room> {
  return requirePostable((await findRoom(db, by, key)) ?? throwNoSuchRoom())
}

/**
 * Finds a room that `by` can post in, and locks this user until the commit. The user then cannot be deleted, and
 * concurrent messages of the user are inserted one after the other. Users are locked before rooms.
 */
export async function lockSenderForUpdate(tx: Tx, by: Pick<Caller, 'id'>, key: RoomKey): Promise<Room> {
  const room = await findRoom(tx, by, key, sql`for no key update`)
  if (!room && !(await lockActiveUserForKeyShare(tx, by.id))) throw refuse('unauthorized')
  return requirePostable(room ?? throwNoSuchRoom())
}

function requirePostable(room: Room): Room {
  if (!room.can_post) throw refuse('read_only')
  return room
}

/** Active users who belong to a room, ordered by name. */
export async function listParticipants(db: Database, { kind, id }: RoomKey) {
  const people = db
    .selectFrom('users')
    .where('users.is_active', '=', true)
    .select(['users.id', 'users.username', spokenNameColumn('users').as('display_name')])
    .orderBy(nameOrder('users', 'spoken_name'))
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

/** `name`: title of the room after its group is deleted. */
export async function setGroupRoom(tx: Tx, id: number, values: { visible: boolean; name?: string }) {
  await tx.updateTable('chat_rooms').set(values).where('kind', '=', 'groups').where('id', '=', id).execute()
}

/** A row only triggers one check of rights in open rooms, so old rows have no use. */
export async function deleteOldRightsChanges(db: Database) {
  await db.deleteFrom('rights_changes').where('at', '<', sql<Date>`now() - interval '1 hour'`).execute()
}
