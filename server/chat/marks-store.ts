import { type RawBuilder, sql } from 'kysely'
import type { NoiseLevel } from '#contract/chat.ts'
import { maxCountedUnread } from '#contract/words/limits.ts'
import { hasInserted } from '#server/db/affected.ts'
import type { Tx } from '#server/db/connect.ts'
import type { RoomKey } from './room-key.ts'

/**
 * Default noise levels: 'show' for members of a group, 'mute' for administrators outside of it, 'alert' in
 * direct chats.
 */
export const noiseLevelColumn = (
  isMember: RawBuilder<boolean>,
) => sql<NoiseLevel>`coalesce(chat_marks.noise_level,
  case when ${isMember} then 'show' else 'mute' end)`
export const directNoiseLevelColumn = sql<NoiseLevel>`coalesce(chat_marks.noise_level, 'alert')`

/** Messages of others that the user has not read. For a query over `chat_rooms` joined with `chat_marks`. */
const unreadMessagesQuery = (userId: number) => sql`
  select from chat_messages
  where chat_messages.kind = chat_rooms.kind and chat_messages.room_id = chat_rooms.id
    and chat_messages.id > coalesce(chat_marks.read_up_to, 0)
    and chat_messages.user_id is distinct from ${userId}`

export const hasUnreadColumn = (userId: number) => sql<boolean>`exists (${unreadMessagesQuery(userId)})`

/**
 * True if an unread message mentions the caller and the room is not muted. Starts from the few mentions of
 * the caller instead of from all unread messages.
 */
export const isMentionedColumn = (userId: number, noise: RawBuilder<NoiseLevel>) => sql<boolean>`
  ${noise} <> 'mute' and (
    exists (
      select from chat_mentions join chat_messages on chat_messages.id = chat_mentions.message_id
      where chat_mentions.user_id = ${userId} and chat_mentions.message_id > coalesce(chat_marks.read_up_to, 0)
        and chat_messages.kind = chat_rooms.kind and chat_messages.room_id = chat_rooms.id)
    or exists (${unreadMessagesQuery(userId)} and mentions_all))`

/** 0 in a muted room. Counting stops at `maxCountedUnread + 1`, so that the query stays cheap. */
export const unreadCountColumn = (userId: number, noise: RawBuilder<NoiseLevel>) => sql<number>`
  case when ${noise} = 'mute' then 0
    else (select count(*)::int from (${unreadMessagesQuery(userId)} limit ${maxCountedUnread + 1}) unread) end`

/**
 * Moves the read mark forward, at most to the newest message. False if the mark does not move, or if the room has no
 * message.
 */
export async function setReadUpTo(
  tx: Tx,
  userId: number,
  { kind, id }: RoomKey,
  messageId: number,
): Promise<boolean> {
  const { rows } = await sql`
    insert into chat_marks (user_id, kind, room_id, read_up_to)
    select ${userId}::int, kind, id, least(${messageId}::bigint, last_message_id) from chat_rooms
    where kind = ${kind} and id = ${id} and last_message_id is not null
    on conflict (user_id, kind, room_id) do update set read_up_to = excluded.read_up_to
      where chat_marks.read_up_to < excluded.read_up_to
    returning read_up_to`.execute(tx)
  return rows.length > 0
}

/** False if the level was the same before. */
export const setNoiseLevel = (tx: Tx, userId: number, { kind, id }: RoomKey, noise_level: NoiseLevel) =>
  hasInserted(
    tx
      .insertInto('chat_marks')
      .values({ user_id: userId, kind, room_id: id, noise_level })
      .onConflict((conflict) =>
        conflict
          .columns(['user_id', 'kind', 'room_id'])
          .doUpdateSet({ noise_level })
          .where('chat_marks.noise_level', 'is distinct from', noise_level),
      ),
  )
