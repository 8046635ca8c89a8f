import { sql } from 'kysely'
import type { ChatKind, ChatMessage } from '#contract/chat.ts'
import type { Database } from '#server/db/connect.ts'
import { listMessagesAfter } from '../messages-store.ts'
import { isShown } from '../rooms.ts'

/** What has happened in a room, and who of those who listen may hear it: asked together, after the commit that told of it. */
export type NewsOfRoom = { revision: number; messages: ChatMessage[]; allowed: Set<number> }
type Room = { kind: ChatKind; id: number }

export async function newsOfRoom(
  db: Database,
  room: Room,
  after: number,
  listening: number[],
): Promise<NewsOfRoom> {
  // First what was said, then who may hear it: nobody hears what was said after they were taken out.
  const messages = await listMessagesAfter(db, room, after)
  const { rows } = await state(db, room, listening)
  const [found] = rows
  return { revision: found?.revision ?? 0, messages, allowed: new Set(found?.allowed) }
}

const state = (db: Database, { kind, id }: Room, listening: number[]) =>
  kind === 'groups'
    ? sql<{ revision: number | null; allowed: number[] }>`
        select (select revision from chat_rooms where kind = 'groups' and id = ${id}) as revision,
          array(
            select users.id from users
            left join groups on groups.id = ${id}
            left join chat_rooms on chat_rooms.kind = 'groups' and chat_rooms.id = groups.id
            where users.id = any(${listening}::int[]) and users.is_active
              and (users.is_admin or (${isShown} and exists (
                select from memberships
                where memberships.group_id = groups.id and memberships.user_id = users.id and memberships.is_effective)))
          ) as allowed`.execute(db)
    : sql<{ revision: number | null; allowed: number[] }>`
        select (select revision from chat_rooms where kind = 'direct' and id = ${id}) as revision,
          array(
            select users.id from users join direct_chats on users.id in (direct_chats.user_low, direct_chats.user_high)
            where direct_chats.id = ${id} and users.is_active and users.id = any(${listening}::int[])
          ) as allowed`.execute(db)

export async function revisionOf(db: Database, { kind, id }: Room): Promise<number> {
  const room = await db
    .selectFrom('chat_rooms')
    .where('kind', '=', kind)
    .where('id', '=', id)
    .select('revision')
    .executeTakeFirst()
  return room?.revision ?? 0
}
