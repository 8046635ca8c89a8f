import { type RawBuilder, sql } from 'kysely'
import type { NoiseLevel } from '#contract/chat.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { VERSION } from '#server/live/payloads.ts'
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

export function findMark(db: Database, userId: number, { kind, id }: RoomKey) {
  return db
    .selectFrom('chat_marks')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('room_id', '=', id)
    .select(['noise_level', 'read_up_to'])
    .executeTakeFirst()
}

/** Only ever forward, and never beyond what has been said. Up to where, if it moved; other nodes are told under the fact. */
export async function setReadUpTo(
  db: Database,
  { userId, room: { kind, id }, messageId }: { userId: number; room: RoomKey; messageId: number },
  { node, fact }: { node: string; fact: string },
): Promise<{ up_to: number | null } | undefined> {
  // The row is locked before the function runs: nobody is anonymised in between.
  const { rows } = await sql<{ up_to: number | null }>`
    select up_to
    from (select id from users where id = ${userId} and is_active for key share) as reader,
      lateral read_and_tell(
        reader.id, ${kind}, ${id}, ${messageId}, ${node}, ${VERSION}, ${fact}, null)`.execute(db)
  return rows[0]
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
