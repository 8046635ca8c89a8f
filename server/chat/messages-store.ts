import { sql } from 'kysely'
import type { ChatMessage } from '#contract/chat.ts'
import { messagesAtOnce } from '#contract/words/limits.ts'
import { type Database, sendAhead, type Tx } from '#server/db/connect.ts'
import { spokenName, usernameOf } from '#server/db/people.ts'
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

const shown = ({ kind, id }: RoomKey, { image_id, created_at, ...message }: Row): ChatMessage => ({
  ...message,
  created_at: created_at.toISOString(),
  image: image_id === null ? null : `/chat/${kind}/${id}/images/${image_id}/`,
})

/**
 * The row of a room, made where there is none yet, and held until the commit: messages are numbered in their order. What
 * belongs to no group and no pair of people gets none.
 */
export async function lockRoomForUpdate(tx: Tx, { kind, id }: RoomKey) {
  const owner = kind === 'groups' ? sql`groups` : sql`direct_chats`
  const held = sql`
    with held as (select from chat_rooms where kind = ${kind} and id = ${id} for update)
    insert into chat_rooms (kind, id) select ${kind}, id from ${owner} where id = ${id} and not exists (select from held)
    on conflict (kind, id) do update set kind = excluded.kind`
  await sendAhead(tx, held.compile(tx))
}

/** An author's messages in several rooms at once are counted one by one: in the same order always, after the room's lock. */
export async function lockAuthorsForUpdate(tx: Tx, authors: number[]) {
  const once = [...new Set(authors)].sort((a, b) => a - b)
  const locked = sql`select pg_advisory_xact_lock(${AUTHORS}, author) from unnest(${once}::int[]) as author`
  await sendAhead(tx, locked.compile(tx))
}
const AUTHORS = 7_210_315

export type NewMessage = {
  user_id: number
  content: string
  image_id: string | null
  client_key: string | null
}

/** Messages in their order, their place at the end of the room, and that their authors have read so far: in one statement. */
export async function insertMessages(tx: Tx, { kind, id }: RoomKey, said: NewMessage[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with said as (
      insert into chat_messages (kind, room_id, user_id, content, image_id, client_key)
      select ${kind}, ${id}, user_id, content, image_id, client_key
      from unnest(${said.map((one) => one.user_id)}::int[], ${said.map((one) => one.content)}::text[],
        ${said.map((one) => one.image_id)}::text[], ${said.map((one) => one.client_key)}::text[])
        with ordinality as said(user_id, content, image_id, client_key, place)
      order by place
      returning id, user_id),
    room as (
      update chat_rooms set last_message_id = (select max(id) from said)
      where chat_rooms.kind = ${kind} and chat_rooms.id = ${id}),
    marks as (
      insert into chat_marks (user_id, kind, room_id, read_up_to)
      select user_id, ${kind}, ${id}::int, max(id) from said group by user_id
      on conflict (user_id, kind, room_id) do update set read_up_to = excluded.read_up_to)
    select id from said order by id`.execute(tx)
  return rows.map((row) => row.id)
}

export type Earlier = { known: number | null; recent: number }

type Sent = { by: { id: number }; client_key: string | null }

/** The message that was sent under the same key before. */
export async function findSent(db: Database, { by, client_key }: Sent): Promise<number | undefined> {
  if (client_key === null) return undefined
  const sent = await db
    .selectFrom('chat_messages')
    .where('user_id', '=', by.id)
    .where('client_key', '=', client_key)
    .select('id')
    .executeTakeFirst()
  return sent?.id
}

/** For each: the message that was sent under the same key before, and how much its author has said lately. */
export async function listEarlier(tx: Tx, said: Sent[], seconds: number): Promise<Earlier[]> {
  const { rows } = await sql<Earlier>`
    select
      (select id from chat_messages where user_id = asked.author and client_key = asked.key) as known,
      (select count(*) from chat_messages
        where user_id = asked.author and created_at > now() - make_interval(secs => ${seconds})) as recent
    from unnest(${said.map(({ by }) => by.id)}::int[], ${said.map((one) => one.client_key)}::text[])
      with ordinality as asked(author, key, place)
    order by place`.execute(tx)
  return rows
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
 * What is deleted is gone; that something was is counted, so that everybody draws the room anew. In the lists it stands
 * with the newest message that is left.
 */
export async function deleteMessage(tx: Tx, { kind, id }: RoomKey, messageId: number) {
  await tx.deleteFrom('chat_messages').where('id', '=', messageId).execute()
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
