import { sql } from 'kysely'
import type { ChatKind, ChatMessage } from '#contract/chat.ts'
import type { Database, Tx } from '#server/db/connect.ts'

type Room = { kind: ChatKind; id: number }
export const AT_ONCE = 200

const columns = [
  'chat_messages.id',
  'chat_messages.user_id',
  sql<string>`coalesce(users.username, 'Gelöschter Benutzer')`.as('username'),
  'chat_messages.created_at',
  'chat_messages.content',
  'chat_messages.image_id',
  'chat_messages.client_key',
] as const

/** The newest, or those before a named one; in the order in which they were said. */
export async function listMessages(db: Database, room: Room, before?: number): Promise<ChatMessage[]> {
  const rows = await messages(db, room)
    .$if(before !== undefined, (query) => query.where('chat_messages.id', '<', before as number))
    .orderBy('chat_messages.id', 'desc')
    .limit(AT_ONCE)
    .execute()
  return rows.toReversed().map((row) => shown(room, row))
}

/** What has been said since; one more than are shown at once, so that too many are noticed. */
export async function listMessagesAfter(db: Database, room: Room, after: number): Promise<ChatMessage[]> {
  const rows = await messages(db, room)
    .where('chat_messages.id', '>', after)
    .orderBy('chat_messages.id')
    .limit(AT_ONCE + 1)
    .execute()
  return rows.map((row) => shown(room, row))
}

const messages = (db: Database, { kind, id }: Room) =>
  db
    .selectFrom('chat_messages')
    .leftJoin('users', 'users.id', 'chat_messages.user_id')
    .where('chat_messages.kind', '=', kind)
    .where('chat_messages.room_id', '=', id)
    .select(columns)
type Row = Awaited<ReturnType<ReturnType<typeof messages>['execute']>>[number]

const shown = ({ kind, id }: Room, { image_id, created_at, ...message }: Row): ChatMessage => ({
  ...message,
  created_at: created_at.toISOString(),
  image: image_id === null ? null : `/chat/${kind}/${id}/images/${image_id}/`,
})

/** The row of a room, made where there is none yet, and held until the commit: messages are numbered in their order. */
export async function lockRoom(tx: Tx, { kind, id }: Room) {
  await tx
    .insertInto('chat_rooms')
    .values({ kind, id })
    .onConflict((conflict) => conflict.columns(['kind', 'id']).doUpdateSet({ kind }))
    .execute()
}

export async function insertMessage(
  tx: Tx,
  { kind, id }: Room,
  message: { user_id: number; content: string; image_id: string | null; client_key: string | null },
): Promise<number> {
  const inserted = await tx
    .insertInto('chat_messages')
    .values({ kind, room_id: id, ...message })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('chat_rooms')
    .set({ last_message_id: inserted.id })
    .where('kind', '=', kind)
    .where('id', '=', id)
    .execute()
  return inserted.id
}

export async function findByKey(tx: Tx, userId: number, clientKey: string) {
  return tx
    .selectFrom('chat_messages')
    .where('user_id', '=', userId)
    .where('client_key', '=', clientKey)
    .select('id')
    .executeTakeFirst()
}

export async function countRecent(tx: Tx, userId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('chat_messages')
    .where('user_id', '=', userId)
    .where('created_at', '>', sql<Date>`now() - interval '1 minute'`)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export function findMessage(tx: Tx, { kind, id }: Room, messageId: number) {
  return tx
    .selectFrom('chat_messages')
    .where('kind', '=', kind)
    .where('room_id', '=', id)
    .where('id', '=', messageId)
    .select(['id', 'user_id'])
    .executeTakeFirst()
}

/** What is deleted is gone; that something was is counted, so that everybody draws the room anew. */
export async function deleteMessage(tx: Tx, { kind, id }: Room, messageId: number) {
  await tx.deleteFrom('chat_messages').where('id', '=', messageId).execute()
  await tx
    .updateTable('chat_rooms')
    .set({ revision: sql`revision + 1` })
    .where('kind', '=', kind)
    .where('id', '=', id)
    .execute()
}
