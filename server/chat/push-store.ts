import { sql } from 'kysely'
import type { ChatMessage } from '#contract/chat.ts'
import type { Database } from '#server/db/connect.ts'
import { spokenNameColumn } from '#server/db/people.ts'
import type { MessageRef } from '#server/push/store.ts'
import { mentionsColumn, mentionsUserCondition } from './mentions-store.ts'
import type { RoomKey } from './room-key.ts'
import { isMemberCondition, isShownCondition } from './store.ts'

/** A message and its recipients. */
type Alert = {
  id: number
  author: string
  content: string
  mentions: ChatMessage['mentions'] | null
  title: string
  user_ids: number[]
}

/**
 * For each recipient the newest unread message of others with an id from `from` to `to`, grouped by message.
 * Recipients are members, and administrators who have set a noise level for the room. With level 'show' only messages
 * that mention the recipient count, and with 'mute' none.
 */
export async function listAlertRecipients(
  db: Database,
  { kind, id }: RoomKey,
  { from, to, only }: { from: number; to?: number; only?: number },
): Promise<Alert[]> {
  const people =
    kind === 'groups'
      ? sql`select groups.name as title, memberships.user_id, 'show' as usual
          from groups join memberships on memberships.group_id = groups.id and memberships.is_effective
          left join chat_rooms on chat_rooms.kind = 'groups' and chat_rooms.id = groups.id
          where groups.id = ${id} and ${isShownCondition}
          union
          select groups.name, users.id, 'mute'
          from groups join chat_marks on chat_marks.kind = 'groups' and chat_marks.room_id = groups.id
          join users on users.id = chat_marks.user_id and users.is_admin
          left join chat_rooms on chat_rooms.kind = 'groups' and chat_rooms.id = groups.id
          where groups.id = ${id} and ${isShownCondition} and not ${isMemberCondition(sql`users.id`)}`
      : sql`select '' as title, unnest(array[user_low, user_high]) as user_id, 'alert' as usual
          from direct_chats where id = ${id}`
  const { rows } = await sql<Alert>`
    with people as materialized (
      select people.title, people.user_id, coalesce(chat_marks.noise_level, usual) as noise,
        coalesce(chat_marks.read_up_to, 0) as read_up_to
      from (${people}) people
      join users on users.id = people.user_id and users.is_active
      left join chat_marks on chat_marks.user_id = people.user_id
        and chat_marks.kind = ${kind} and chat_marks.room_id = ${id}
      where ${only === undefined ? sql`true` : sql`people.user_id = ${only}`}),
    said as materialized (
      select chat_messages.* from chat_messages
      where kind = ${kind} and room_id = ${id} and chat_messages.id >= ${from}
        and ${to === undefined ? sql`true` : sql`chat_messages.id <= ${to}`}),
    told as (
      select people.title, people.user_id, max(said.id) as id
      from people join said
        on said.id > people.read_up_to and said.user_id is distinct from people.user_id
        and (noise = 'alert' or (noise = 'show' and ${mentionsUserCondition(sql.ref('people.user_id'), 'said')}))
      group by people.title, people.user_id)
    select said.id, ${spokenNameColumn('author')} as author, left(said.content, 300) as content,
      ${mentionsColumn('said')} as mentions, min(told.title) as title, array_agg(told.user_id) as user_ids
    from told join said using (id) left join users author on author.id = said.user_id
    group by said.id, said.content, author.id
    order by said.id`.execute(db)
  return rows
}

/**
 * Call right before the delivery, which may be late: the user may have read the message or left the room meanwhile.
 */
export async function shouldNotify(db: Database, userId: number, { kind, room_id, message_id }: MessageRef) {
  const told = await listAlertRecipients(
    db,
    { kind, id: room_id },
    { from: message_id, to: message_id, only: userId },
  )
  return told.length > 0
}

/**
 * True if somebody else has the level 'alert' in the room, or is the other user of a direct chat, and has a push
 * subscription. May be true too often: the job selects the actual recipients when it runs.
 */
export function hasAlertRecipientsColumn({ kind, id }: RoomKey, authorId: number) {
  const people =
    kind === 'groups'
      ? sql`select user_id from chat_marks
          where kind = 'groups' and room_id = ${id} and noise_level = 'alert'`
      : sql`select unnest(array[user_low, user_high]) as user_id from direct_chats where id = ${id}`
  return sql<boolean>`exists (
    select from (${people}) people join push_subscriptions using (user_id) where user_id <> ${authorId})`
}
