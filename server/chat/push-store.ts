import { sql } from 'kysely'
import type { Database, Tx } from '#server/db/connect.ts'
import { spokenName } from '#server/db/people.ts'
import type { Said } from '#server/push/store.ts'
import { mentionsUser } from './mentions-store.ts'
import type { RoomKey } from './room-key.ts'
import { isMemberOfGroup, isShown } from './store.ts'

/** The newest of what was said from that message on; none where all of it was deleted. */
export function findNewest(tx: Tx, { kind, id }: RoomKey, from: number) {
  return tx
    .selectFrom('chat_messages')
    .leftJoin('users', 'users.id', 'chat_messages.user_id')
    .where('chat_messages.kind', '=', kind)
    .where('chat_messages.room_id', '=', id)
    .where('chat_messages.id', '>=', from)
    .select([
      'chat_messages.id',
      spokenName('users').as('author'),
      sql<string>`case when content = '' then 'Bild' else left(content, 300) end`.as('text'),
    ])
    .orderBy('chat_messages.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/**
 * Members and listening administrators who want an alert, did not write it, and have not read it yet. Where messages are
 * only shown, whoever is mentioned from a message on is told, too.
 */
export async function listToTell(
  db: Database,
  { kind, id }: RoomKey,
  messageId: number,
  { from, only }: { from: number; only?: number },
) {
  const people =
    kind === 'groups'
      ? sql`select groups.name as title, memberships.user_id, 'show' as usual
          from groups join memberships on memberships.group_id = groups.id and memberships.is_effective
          left join chat_rooms on chat_rooms.kind = 'groups' and chat_rooms.id = groups.id
          where groups.id = ${id} and ${isShown}
          union
          select groups.name, users.id, 'mute'
          from groups join chat_marks on chat_marks.kind = 'groups' and chat_marks.room_id = groups.id
          join users on users.id = chat_marks.user_id and users.is_admin
          left join chat_rooms on chat_rooms.kind = 'groups' and chat_rooms.id = groups.id
          where groups.id = ${id} and ${isShown} and not ${isMemberOfGroup(sql`users.id`)}`
      : sql`select '' as title, unnest(array[user_low, user_high]) as user_id, 'alert' as usual
          from direct_chats where id = ${id}`
  const { rows } = await sql<{ title: string; user_id: number }>`
    select people.title, people.user_id from (${people}) people
    join users on users.id = people.user_id and users.is_active
    join chat_messages on chat_messages.id = ${messageId}
    left join chat_marks on chat_marks.user_id = people.user_id
      and chat_marks.kind = ${kind} and chat_marks.room_id = ${id}
    where (coalesce(chat_marks.noise_level, people.usual) = 'alert'
        or (coalesce(chat_marks.noise_level, people.usual) = 'show' and exists (
          select from chat_messages said
          where said.kind = ${kind} and said.room_id = ${id} and said.id between ${from} and ${messageId}
            and said.id > coalesce(chat_marks.read_up_to, 0)
            and ${mentionsUser(sql.ref('people.user_id'), 'said')})))
      and people.user_id is distinct from chat_messages.user_id
      and coalesce(chat_marks.read_up_to, 0) < ${messageId}
      and ${only === undefined ? sql`true` : sql`people.user_id = ${only}`}`.execute(db)
  return { title: rows[0]?.title ?? '', userIds: rows.map(({ user_id }) => user_id) }
}

/** The same of one of them later, when the device can be reached: they may have been taken out of the room since. */
export async function isToBeTold(db: Database, userId: number, { kind, room_id, message_id }: Said) {
  const { userIds } = await listToTell(db, { kind, id: room_id }, message_id, { from: 0, only: userId })
  return userIds.length > 0
}

/** Somebody else in the room wants to be alerted and has a device for it; who that is, is found when it is sent. */
export function hasAlertTakers({ kind, id }: RoomKey, authorId: number) {
  const people =
    kind === 'groups'
      ? sql`select user_id from chat_marks
          where kind = 'groups' and room_id = ${id} and noise_level = 'alert'`
      : sql`select unnest(array[user_low, user_high]) as user_id from direct_chats where id = ${id}`
  return sql<boolean>`exists (
    select from (${people}) people join push_subscriptions using (user_id) where user_id <> ${authorId})`
}
