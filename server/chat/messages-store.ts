import { sql } from 'kysely'
import type { ChatMessage } from '#contract/chat.ts'
import { messagesAtOnce } from '#contract/words/limits.ts'
import { type Database, sendAhead, type Tx } from '#server/db/connect.ts'
import { spokenName, usernameOf } from '#server/db/people.ts'
import type { SaidMessage } from '#server/live/told.ts'
import type { RoomKey } from './room-key.ts'

const columns = [
  'chat_messages.id',
  'chat_messages.user_id',
  usernameOf('users').as('username'),
  spokenName('users').as('display_name'),
  'chat_messages.created_at',
  'chat_messages.content',
  'chat_messages.image_id',
  'chat_messages.client_key',
] as const

/** The newest, or those before a named one; in the order in which they were said. */
export async function listMessages(db: Database, room: RoomKey, before?: number): Promise<ChatMessage[]> {
  const rows = await messages(db, room)
    .$if(before !== undefined, (query) => query.where('chat_messages.id', '<', before as number))
    .orderBy('chat_messages.id', 'desc')
    .limit(messagesAtOnce)
    .execute()
  return rows.toReversed().map((row) => shown(room, row))
}

const messages = (db: Database, { kind, id }: RoomKey) =>
  db
    .selectFrom('chat_messages')
    .leftJoin('users', 'users.id', 'chat_messages.user_id')
    .where('chat_messages.kind', '=', kind)
    .where('chat_messages.room_id', '=', id)
    .select(columns)
type Row = Awaited<ReturnType<ReturnType<typeof messages>['execute']>>[number]

/** As people get it to see, from a row or from the news. */
export const shown = (
  { kind, id }: RoomKey,
  { image_id, created_at, ...message }: Row | SaidMessage,
): ChatMessage => ({
  ...message,
  created_at: new Date(created_at).toISOString(),
  image: image_id === null ? null : `/chat/${kind}/${id}/images/${image_id}/`,
})

/**
 * The row of a room, made where there is none yet, and held until the commit: what is said in it is numbered in this
 * order too (0065_own_messages_leave_unread.sql). What belongs to no group and no pair of people gets none.
 */
export async function lockRoomForUpdate(tx: Tx, { kind, id }: RoomKey) {
  const owner = kind === 'groups' ? sql`groups` : sql`direct_chats`
  const held = sql`
    with held as (select from chat_rooms where kind = ${kind} and id = ${id} for update)
    insert into chat_rooms (kind, id) select ${kind}, id from ${owner} where id = ${id} and not exists (select from held)
    on conflict (kind, id) do update set kind = excluded.kind`
  await sendAhead(tx, held.compile(tx))
}

type Sent = { user_id: number; client_key: string | null }

/** The message that was sent under the same key before, also where it has been deleted. */
export async function findSent(db: Database, { user_id, client_key }: Sent): Promise<number | undefined> {
  if (client_key === null) return undefined
  const { rows } = await sql<{ id: number }>`
    select id from chat_messages where user_id = ${user_id} and client_key = ${client_key}
    union all
    select message_id from deleted_messages where user_id = ${user_id} and client_key = ${client_key}`.execute(
    db,
  )
  return rows[0]?.id
}

export function findMessage(tx: Tx, { kind, id }: RoomKey, messageId: number) {
  return tx
    .selectFrom('chat_messages')
    .where('kind', '=', kind)
    .where('room_id', '=', id)
    .where('id', '=', messageId)
    .select(['id', 'user_id'])
    .executeTakeFirst()
}

/**
 * What is deleted is gone but for its key, by which it is known where it is sent again; that something was is counted,
 * so that everybody draws the room anew. In the lists it stands with the newest message that is left.
 */
export async function deleteMessage(tx: Tx, { kind, id }: RoomKey, messageId: number) {
  await sql`
    with gone as (delete from chat_messages where id = ${messageId} returning *)
    insert into deleted_messages (user_id, client_key, message_id)
    select user_id, client_key, id from gone where user_id is not null and client_key is not null
    on conflict do nothing`.execute(tx)
  await tx
    .updateTable('chat_rooms')
    .set({
      revision: sql`revision + 1`,
      last_message_id: sql`(select max(id) from chat_messages where kind = ${kind} and room_id = ${id})`,
    })
    .where('kind', '=', kind)
    .where('id', '=', id)
    .execute()
}

/** So long a device that was away may send again what has been deleted meanwhile. */
export const deleteOldTraces = (db: Database) =>
  sql`delete from deleted_messages where deleted_at < now() - interval '90 days'`.execute(db)

/** An image that a message of the room shows. */
export function findChatImage(db: Database, { kind, id }: RoomKey, imageId: string) {
  return db
    .selectFrom('chat_messages')
    .innerJoin('images', 'images.id', 'chat_messages.image_id')
    .where('chat_messages.kind', '=', kind)
    .where('chat_messages.room_id', '=', id)
    .where('images.id', '=', imageId)
    .select(['images.type', 'images.small', 'images.bytes'])
    .executeTakeFirst()
}
