import { type RawBuilder, sql } from 'kysely'
import type { NoiseLevel } from '#contract/chat.ts'
import type { Tx } from '#server/db/connect.ts'
import type { RoomKey } from './room-key.ts'

/** Direct chats are alerts, groups are shown; an administrator who only looks in hears nothing unless they want to. */
export const noiseLevel = (isMember: RawBuilder<boolean>) => sql<NoiseLevel>`coalesce(chat_marks.noise_level,
  case when ${isMember} then 'show' else 'mute' end)`
export const directNoiseLevel = sql<NoiseLevel>`coalesce(chat_marks.noise_level, 'alert')`

/** Is there a message of somebody else that the caller has not read? For a query over `chat_rooms`. */
export const hasUnread = (userId: number) => sql<boolean>`exists (
  select from chat_messages
  where chat_messages.kind = chat_rooms.kind and chat_messages.room_id = chat_rooms.id
    and chat_messages.id > coalesce(chat_marks.read_up_to, 0)
    and chat_messages.user_id is distinct from ${userId})`

/** Only ever forward, and never beyond what has been said. True if it moved. */
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

/**
 * Authors have read up to their own message where nothing of others stands between it and what they have read: what was
 * said without a network comes late, and programs do not look.
 */
export async function setOwnReadUpTo(tx: Tx, userId: number, messageIds: readonly number[]) {
  await sql`
    insert into chat_marks (user_id, kind, room_id, read_up_to)
    select mine.user_id, mine.kind, mine.room_id, mine.id from chat_messages mine
    left join chat_marks mark
      on mark.user_id = mine.user_id and mark.kind = mine.kind and mark.room_id = mine.room_id
    where mine.id = any(${messageIds}::bigint[]) and mine.user_id = ${userId} and not exists (
      select from chat_messages other
      where other.kind = mine.kind and other.room_id = mine.room_id
        and other.id > coalesce(mark.read_up_to, 0) and other.id < mine.id
        and other.user_id is distinct from mine.user_id)
    order by 1, 2, 3
    on conflict (user_id, kind, room_id) do update set read_up_to = excluded.read_up_to`.execute(tx)
}

/** Answers false if it was the same before. */
export async function setNoiseLevel(
  tx: Tx,
  userId: number,
  { kind, id }: RoomKey,
  noise_level: NoiseLevel,
): Promise<boolean> {
  const rows = await tx
    .insertInto('chat_marks')
    .values({ user_id: userId, kind, room_id: id, noise_level })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'kind', 'room_id'])
        .doUpdateSet({ noise_level })
        .where('chat_marks.noise_level', 'is distinct from', noise_level),
    )
    .returning('user_id')
    .execute()
  return rows.length > 0
}
