import { sql } from 'kysely'
import type { ChatKind, ChatMessage, NoiseLevel } from '#contract/chat.ts'
import type { Caller } from '#server/caller.ts'
import type { Database } from '#server/db/connect.ts'
import { spokenNameColumn } from '#server/db/people.ts'
import { germanOrder } from '#server/lists/list-store.ts'
import {
  directNoiseLevelColumn,
  hasUnreadColumn,
  isMentionedColumn,
  noiseLevelColumn,
  unreadCountColumn,
} from './marks-store.ts'
import { mentionsColumn } from './mentions-store.ts'
import { isMemberCondition, isShownCondition } from './store.ts'

const lastMessageColumns = [
  'last.created_at as last_message_at',
  sql<string | null>`left(last.content, 200)`.as('last_message'),
  sql<LastMessage['last_mentions']>`case when last.content like '%@%' then ${mentionsColumn('last')} end`.as(
    'last_mentions',
  ),
  sql<boolean>`last.image_id is not null`.as('has_image'),
] as const
/** Author of the last message. Only lists of groups show an author: a direct chat has just one other person. */
const authorColumns = [
  sql<number | null>`null::int`.as('user_id'),
  'last.user_id as last_by',
  spokenNameColumn('author').as('last_name'),
] as const

export function listGroupRooms(db: Database, by: Caller, showHidden: boolean) {
  const isMember = isMemberCondition(sql`${by.id}`)
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
    .leftJoin('users as author', 'author.id', 'last.user_id')
    .$if(!by.is_admin, (query) => query.where(isMember))
    .$if(!(by.is_admin && showHidden), (query) => query.where(isShownCondition))
    .select([
      'groups.id',
      'groups.name',
      isShownCondition.as('visible'),
      sql<boolean>`false`.as('is_past'),
      noiseLevelColumn(isMember).as('noise_level'),
      unreadCountColumn(by.id, noiseLevelColumn(isMember)).as('unread_messages'),
      isMentionedColumn(by.id, noiseLevelColumn(isMember)).as('mentioned'),
      ...lastMessageColumns,
      ...authorColumns,
    ])
    .orderBy(sql`last.id desc nulls last`)
    .orderBy(germanOrder('groups.name'))
    .execute()
}

/** Rooms of deleted groups, if they contain a message. */
export function listArchivedRooms(db: Database) {
  return db
    .selectFrom('chat_rooms')
    .leftJoin('groups', 'groups.id', 'chat_rooms.id')
    .innerJoin('chat_messages as last', 'last.id', 'chat_rooms.last_message_id')
    .leftJoin('users as author', 'author.id', 'last.user_id')
    .where('chat_rooms.kind', '=', 'groups')
    .where('groups.id', 'is', null)
    .select([
      'chat_rooms.id',
      sql<string>`coalesce(chat_rooms.name, 'Gelöschte Gruppe')`.as('name'),
      sql<boolean>`false`.as('visible'),
      sql<boolean>`true`.as('is_past'),
      sql<NoiseLevel>`'mute'`.as('noise_level'),
      sql<number>`0`.as('unread_messages'),
      sql<boolean>`false`.as('mentioned'),
      ...lastMessageColumns,
      ...authorColumns,
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
      spokenNameColumn('other').as('name'),
      sql<boolean>`true`.as('visible'),
      sql<boolean>`false`.as('is_past'),
      directNoiseLevelColumn.as('noise_level'),
      unreadCountColumn(by.id, directNoiseLevelColumn).as('unread_messages'),
      isMentionedColumn(by.id, directNoiseLevelColumn).as('mentioned'),
      ...lastMessageColumns,
      'other.id as user_id',
      sql<number | null>`null::int`.as('last_by'),
      sql<string | null>`null::text`.as('last_name'),
    ])
    .orderBy(sql`last.id desc nulls last`)
    .orderBy('direct_chats.id', 'desc')
    .execute()
}

/** `group`: name of the group if the user is a member; null in direct chats and in other groups. */
type OwnRoom = { id: number; group: string | null; unread: boolean }

/**
 * The user's groups and direct chats; for an administrator also rooms of other groups for which they have set a noise
 * level. `unread` is false in muted and in hidden rooms. In German order of names.
 */
export async function listOwnRooms(db: Database, by: Caller): Promise<OwnRoom[]> {
  const { rows } = await sql<OwnRoom>`
    select id, case when is_own_group then name end as "group", unread
    from (${ownRoomsQuery(by)}) rooms order by ${germanOrder('name')}, id`.execute(db)
  return rows
}

/** `last_by` and `last_name`: the author, null in direct chats. */
export type LastMessage = {
  last_message: string | null
  last_mentions: ChatMessage['mentions'] | null
  last_message_at: Date | null
  has_image: boolean | null
  last_by: number | null
  last_name: string | null
}
type UnreadRoom = LastMessage & { kind: ChatKind; id: number; name: string | null; user_id: number | null }

/** Unread rooms of `ownRoomsQuery`, the newest first, with their last message. */
export async function listUnread(db: Database, by: Caller): Promise<UnreadRoom[]> {
  const { rows } = await sql<UnreadRoom>`
    select rooms.kind, rooms.id, other.id as user_id,
      case rooms.kind when 'groups' then rooms.name else ${spokenNameColumn('other')} end as name,
      left(last.content, 200) as last_message,
      case when last.content like '%@%' then ${mentionsColumn('last')} end as last_mentions, last.created_at as last_message_at,
      last.image_id is not null as has_image,
      case when rooms.kind = 'groups' then last.user_id end as last_by,
      case when rooms.kind = 'groups' and last.id is not null then ${spokenNameColumn('author')} end as last_name
    from (${ownRoomsQuery(by)}) rooms
    left join direct_chats on rooms.kind = 'direct' and direct_chats.id = rooms.id
    left join users other
      on other.id = case direct_chats.user_low when ${by.id} then direct_chats.user_high else direct_chats.user_low end
    join chat_rooms on chat_rooms.kind = rooms.kind and chat_rooms.id = rooms.id
    left join chat_messages last on last.id = chat_rooms.last_message_id
    left join users author on author.id = last.user_id
    where rooms.unread
    order by chat_rooms.last_message_id desc nulls last`.execute(db)
  return rows
}

const ownRoomsQuery = ({ id: userId, is_admin }: Caller) => sql`
    select mine.kind, mine.id, mine.name, mine.is_own_group,
      coalesce(mine.shown and coalesce(chat_marks.noise_level, 'show') <> 'mute' and ${hasUnreadColumn(userId)}, false) as unread
    from (
      select 'groups' as kind, groups.id, groups.name, ${isShownCondition} as shown, true as is_own_group
      from memberships join groups on groups.id = memberships.group_id
      left join chat_rooms on chat_rooms.kind = 'groups' and chat_rooms.id = groups.id
      where memberships.user_id = ${userId} and memberships.is_effective
      union all
      select 'groups', groups.id, groups.name, ${isShownCondition}, false
      from chat_marks join groups on groups.id = chat_marks.room_id
      left join chat_rooms on chat_rooms.kind = 'groups' and chat_rooms.id = groups.id
      where ${is_admin} and chat_marks.user_id = ${userId} and chat_marks.kind = 'groups'
        and chat_marks.noise_level is not null and not ${isMemberCondition(sql`${userId}`)}
      union all
      select 'direct', id, null, true, false from direct_chats where ${userId} in (user_low, user_high)
    ) mine
    left join chat_rooms on chat_rooms.kind = mine.kind and chat_rooms.id = mine.id
    left join chat_marks on chat_marks.user_id = ${userId}
      and chat_marks.kind = mine.kind and chat_marks.room_id = mine.id`
