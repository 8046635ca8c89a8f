import { sql } from 'kysely'
import type { ChatKind, NoiseLevel } from '#contract/chat.ts'
import type { Caller } from '#server/caller.ts'
import type { Database } from '#server/db/connect.ts'
import { spokenName } from '#server/db/people.ts'
import { german } from '#server/lists/list-store.ts'
import { directNoiseLevel, hasUnread, noiseLevel } from './marks-store.ts'
import { isMemberOfGroup, isShown } from './store.ts'

const last = [
  'last.created_at as last_message_at',
  sql<string | null>`left(last.content, 200)`.as('last_message'),
  sql<boolean>`last.image_id is not null`.as('has_image'),
] as const

export function listGroupRooms(db: Database, by: Caller, showHidden: boolean) {
  const isMember = isMemberOfGroup(sql`${by.id}`)
  return db
    .selectFrom('groups')
    .leftJoin('chat_rooms', (join) =>
      join.on('chat_rooms.kind', '=', 'groups').onRef('chat_rooms.id', '=', 'groups.id'),
    )
    .leftJoin('chat_marks', (join) =>
      join
        .on('chat_marks.user_id', '=', by.id)
        .on('chat_marks.kind', '=', 'groups')
        .onRef('chat_marks.room_id', '=', 'groups.id'),
    )
    .leftJoin('chat_messages as last', 'last.id', 'chat_rooms.last_message_id')
    .$if(!by.is_admin, (query) => query.where(isMember))
    .$if(!(by.is_admin && showHidden), (query) => query.where(isShown))
    .select([
      'groups.id',
      'groups.name',
      isShown.as('visible'),
      sql<boolean>`false`.as('is_past'),
      noiseLevel(isMember).as('noise_level'),
      hasUnread(by.id).as('unread'),
      ...last,
    ])
    .orderBy(sql`last.id desc nulls last`)
    .orderBy(german('groups.name'))
    .execute()
}

/** Rooms of deleted groups. */
export function listPastRooms(db: Database) {
  return db
    .selectFrom('chat_rooms')
    .leftJoin('groups', 'groups.id', 'chat_rooms.id')
    .innerJoin('chat_messages as last', 'last.id', 'chat_rooms.last_message_id')
    .where('chat_rooms.kind', '=', 'groups')
    .where('groups.id', 'is', null)
    .select([
      'chat_rooms.id',
      sql<string>`coalesce(chat_rooms.name, 'Gelöschte Gruppe')`.as('name'),
      sql<boolean>`false`.as('visible'),
      sql<boolean>`true`.as('is_past'),
      sql<NoiseLevel>`'mute'`.as('noise_level'),
      sql<boolean>`false`.as('unread'),
      ...last,
    ])
    .orderBy('last.id', 'desc')
    .execute()
}

export function listDirectRooms(db: Database, by: Caller) {
  return db
    .selectFrom('direct_chats')
    .leftJoin('users as other', (join) =>
      join.on(
        sql<boolean>`other.id = case direct_chats.user_low when ${by.id} then direct_chats.user_high else direct_chats.user_low end`,
      ),
    )
    .leftJoin('chat_rooms', (join) =>
      join.on('chat_rooms.kind', '=', 'direct').onRef('chat_rooms.id', '=', 'direct_chats.id'),
    )
    .leftJoin('chat_marks', (join) =>
      join
        .on('chat_marks.user_id', '=', by.id)
        .on('chat_marks.kind', '=', 'direct')
        .onRef('chat_marks.room_id', '=', 'direct_chats.id'),
    )
    .leftJoin('chat_messages as last', 'last.id', 'chat_rooms.last_message_id')
    .where((eb) => eb.or([eb('direct_chats.user_low', '=', by.id), eb('direct_chats.user_high', '=', by.id)]))
    .select([
      'direct_chats.id',
      spokenName('other').as('name'),
      sql<boolean>`true`.as('visible'),
      sql<boolean>`false`.as('is_past'),
      directNoiseLevel.as('noise_level'),
      hasUnread(by.id).as('unread'),
      ...last,
    ])
    .orderBy(sql`last.id desc nulls last`)
    .orderBy('direct_chats.id', 'desc')
    .execute()
}

/**
 * All rooms that decide whether something unmuted is unread: one's own, and for an administrator those of
 * others that they have asked to hear.
 */
export async function unreadFor(db: Database, userId: number) {
  return (await unreadRooms(userId).execute(db)).rows
}

/** The same, the newest first, with the names of those that are unread. */
export async function listUnread(db: Database, userId: number) {
  const { rows } = await sql<{ kind: ChatKind; id: number; unread: boolean; name: string | null }>`
    select rooms.*, case
      when not rooms.unread then null
      when rooms.kind = 'groups' then (select name from groups where groups.id = rooms.id)
      else (select ${spokenName('other')} from direct_chats left join users other
        on other.id = case user_low when ${userId} then user_high else user_low end
        where direct_chats.id = rooms.id) end as name
    from (${unreadRooms(userId)}) rooms
    left join chat_rooms on chat_rooms.kind = rooms.kind and chat_rooms.id = rooms.id
    order by chat_rooms.last_message_id desc nulls last`.execute(db)
  return rows
}

const unreadRooms = (userId: number) => sql<{ kind: ChatKind; id: number; unread: boolean }>`
    select mine.kind, mine.id,
      coalesce(mine.shown and coalesce(chat_marks.noise_level, 'show') <> 'mute' and ${hasUnread(userId)}, false) as unread
    from (
      select 'groups' as kind, groups.id, ${isShown} as shown
      from memberships join groups on groups.id = memberships.group_id
      left join chat_rooms on chat_rooms.kind = 'groups' and chat_rooms.id = groups.id
      where memberships.user_id = ${userId} and memberships.is_effective
      union all
      select 'groups', groups.id, ${isShown}
      from chat_marks join groups on groups.id = chat_marks.room_id
      join users on users.id = chat_marks.user_id and users.is_admin
      left join chat_rooms on chat_rooms.kind = 'groups' and chat_rooms.id = groups.id
      where chat_marks.user_id = ${userId} and chat_marks.kind = 'groups' and chat_marks.noise_level is not null
        and not ${isMemberOfGroup(sql`${userId}`)}
      union all
      select 'direct', id, true from direct_chats where ${userId} in (user_low, user_high)
    ) mine
    left join chat_rooms on chat_rooms.kind = mine.kind and chat_rooms.id = mine.id
    left join chat_marks on chat_marks.user_id = ${userId}
      and chat_marks.kind = mine.kind and chat_marks.room_id = mine.id`
