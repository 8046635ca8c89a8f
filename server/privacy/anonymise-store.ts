// Data that a person to be anonymised shares with others: times, which are sent to the planner by name, and
// chat rooms.
import { sql } from 'kysely'
import type { RoomKey } from '#server/chat/room-key.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import type { DataSubject } from './subject-store.ts'

/**
 * Number of actual times that the planner does not have yet. They must be sent or cleared before the name is
 * removed.
 */
export async function countUnsent(db: Database, { isOwn }: DataSubject): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count
    from time_entries join subhappenings on subhappenings.id = subhappening_id
      join happenings on happenings.id = happening_id
    where ${isOwn} and not submitted and (to_withdraw or absent or ist_von is not null or ist_bis is not null)
      and happenings.status <> 'Archiv'`.execute(db)
  return rows[0]?.count ?? 0
}

/** Until the commit nobody can record or send these times. */
export const lockTimesForUpdate = (tx: Tx, { isOwn }: DataSubject) =>
  sql`select id from time_entries where ${isOwn} order by id for update`.execute(tx)

/**
 * Locks the rooms in which the person has written, reacted or been mentioned, and their direct chats, in the
 * usual order of locks.
 */
export async function lockRoomsOfForUpdate(tx: Tx, { id }: DataSubject): Promise<RoomKey[]> {
  const { rows } = await sql<RoomKey>`select kind, id from chat_rooms
    where (kind, id) in (
      select kind, room_id from chat_messages where user_id = ${id}
      union select kind, room_id from chat_reactions join chat_messages on chat_messages.id = message_id
        where chat_reactions.user_id = ${id}
      union select kind, room_id from chat_mentions join chat_messages on chat_messages.id = message_id
        where chat_mentions.user_id = ${id}
      union select 'direct', id from direct_chats where user_low = ${id} or user_high = ${id})
    order by kind, id for update`.execute(tx)
  return rows
}
