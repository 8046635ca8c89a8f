import { sql } from 'kysely'
import type { ChatMessage, ChatQuote } from '#contract/chat.ts'
import { maxImageMessagesPerAnswer, maxMessagesPerAnswer, maxQuoteLength } from '#contract/words/limits.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { spokenNameColumn, usernameColumn } from '#server/db/people.ts'
import { mentionsColumn } from './mentions-store.ts'
import { hasAlertRecipientsColumn } from './push-store.ts'
import type { RoomKey } from './room-key.ts'

const messageColumns = [
  'chat_messages.id',
  'chat_messages.user_id',
  usernameColumn('users').as('username'),
  spokenNameColumn('users').as('display_name'),
  'chat_messages.created_at',
  'chat_messages.content',
  'chat_messages.image_id',
  sql<string[]>`array(
    select image_id from chat_message_images where message_id = chat_messages.id order by position)`.as(
    'further_images',
  ),
  'chat_messages.client_key',
  'chat_messages.edited_at',
  sql<ChatQuote | null>`case when chat_messages.reply_to is not null then json_build_object(
    'id', chat_messages.reply_to,
    'message', case when quoted.id is not null then json_build_object(
      'user_id', quoted.user_id, 'display_name', ${spokenNameColumn('quoted_author')},
      'content', left(quoted.content, ${sql.lit(maxQuoteLength)})) end) end`.as('reply_to'),
  sql<ChatMessage['reactions'] | null>`(
    select json_agg(json_build_object('reaction', reaction, 'user_ids', user_ids) order by first, reaction)
    from (
      select reaction, json_agg(user_id order by created_at, user_id) as user_ids, min(created_at) as first
      from chat_reactions where message_id = chat_messages.id group by reaction) as each)`.as('reactions'),
  mentionsColumn().as('mentions'),
  'chat_messages.mentions_all',
] as const

/** The newest messages, with `before` only those with a smaller id; ascending by id. */
export async function listMessages(db: Database, room: RoomKey, before?: number): Promise<ChatMessage[]> {
  const rows = await selectMessages(db, room)
    .$if(before !== undefined, (query) => query.where('chat_messages.id', '<', before as number))
    .orderBy('chat_messages.id', 'desc')
    .limit(maxMessagesPerAnswer)
    .execute()
  return rows.toReversed().map((row) => toChatMessage(room, row))
}

/** Messages with an image, newest first; with `before` only those with a smaller id. */
export async function listWithImage(db: Database, room: RoomKey, before?: number): Promise<ChatMessage[]> {
  const rows = await selectMessages(db, room)
    .where('chat_messages.image_id', 'is not', null)
    .$if(before !== undefined, (query) => query.where('chat_messages.id', '<', before as number))
    .orderBy('chat_messages.id', 'desc')
    .limit(maxImageMessagesPerAnswer)
    .execute()
  return rows.map((row) => toChatMessage(room, row))
}

const selectMessages = (db: Database, { kind, id }: RoomKey) =>
  db
    .selectFrom('chat_messages')
    .leftJoin('users', 'users.id', 'chat_messages.user_id')
    .leftJoin('chat_messages as quoted', (join) =>
      join
        .onRef('quoted.id', '=', 'chat_messages.reply_to')
        .onRef('quoted.kind', '=', 'chat_messages.kind')
        .onRef('quoted.room_id', '=', 'chat_messages.room_id'),
    )
    .leftJoin('users as quoted_author', 'quoted_author.id', 'quoted.user_id')
    .where('chat_messages.kind', '=', kind)
    .where('chat_messages.room_id', '=', id)
    .select(messageColumns)
type Row = Awaited<ReturnType<ReturnType<typeof selectMessages>['execute']>>[number]

/**
 * `revision`: counter of deletions in the room. `touches`: counter of edits and reactions. `rights`: a text that
 * differs as soon as anybody's rights have changed.
 */
type RoomNews = { messages: ChatMessage[]; revision: number; touches: number; rights: string }

/**
 * Reads the counters of the room and its messages with an id greater than `after`, in one statement. Returns up to
 * `maxMessagesPerAnswer + 1` messages. That many mean that the caller has to send the whole list instead.
 */
export async function readRoomNews(db: Database, room: RoomKey, after: number): Promise<RoomNews> {
  const newer = selectMessages(db, room)
    .where('chat_messages.id', '>', after)
    .orderBy('chat_messages.id')
    .limit(maxMessagesPerAnswer + 1)
  type Head = { revision: number | null; touches: number | null; rights: string }
  const { rows } = await sql<Head & (Row | { id: null })>`
    select chat_rooms.revision, chat_rooms.touches,
      (select count(*) || '/' || coalesce(max(id), 0) from rights_changes) as rights, newer.*
    from (select) once
    left join chat_rooms on chat_rooms.kind = ${room.kind} and chat_rooms.id = ${room.id}
    left join (${newer}) newer on true order by newer.id`.execute(db)
  const [first] = rows
  return {
    revision: first?.revision ?? 0,
    touches: first?.touches ?? 0,
    rights: first?.rights ?? '',
    messages: rows.flatMap(({ revision: _revision, touches: _touches, rights: _rights, ...row }) =>
      row.id === null ? [] : [toChatMessage(room, row)],
    ),
  }
}

/** Messages changed since the room's `touches` had the value `after`; up to `maxMessagesPerAnswer + 1`. */
export async function listTouched(db: Database, room: RoomKey, after: number): Promise<ChatMessage[]> {
  const rows = await selectMessages(db, room)
    .where('chat_messages.id', 'in', (eb) =>
      eb
        .selectFrom('chat_touches')
        .where('chat_touches.kind', '=', room.kind)
        .where('chat_touches.room_id', '=', room.id)
        .where('number', '>', after)
        .select('message_id'),
    )
    .limit(maxMessagesPerAnswer + 1)
    .execute()
  return rows.map((row) => toChatMessage(room, row))
}

const toChatMessage = (
  { kind, id }: RoomKey,
  { image_id, further_images, created_at, edited_at, reactions, mentions, ...message }: Row,
): ChatMessage => {
  const images = [image_id ?? [], further_images]
    .flat()
    .map((image) => `/chat/${kind}/${id}/images/${image}/`)
  return {
    ...message,
    created_at: created_at.toISOString(),
    edited_at: edited_at?.toISOString() ?? null,
    reactions: reactions ?? [],
    mentions: mentions ?? [],
    image: images[0] ?? null,
    images,
  }
}

/**
 * Locks the rows of rooms until the commit, so that the ids of messages follow the order of the commits. Creates
 * missing rows, unless the group or the direct chat does not exist.
 */
export async function lockRooms(tx: Tx, rooms: readonly RoomKey[]) {
  await sql`with ${lockRoomsCtes(rooms)} select count(*) from locked`.execute(tx)
}

/**
 * CTEs that lock rooms. The query must read `locked`, because PostgreSQL does not run a CTE that nothing
 * reads.
 */
const lockRoomsCtes = (rooms: readonly RoomKey[]) => sql`
    asked as (select kind, id from ${unnestRooms(rooms)}),
    locked as (
      select chat_rooms.kind, chat_rooms.id from chat_rooms join asked using (kind, id)
      order by 1, 2 for update of chat_rooms),
    made as (
      insert into chat_rooms (kind, id)
      select kind, id from asked
      where not exists (select from locked where locked.kind = asked.kind and locked.id = asked.id)
        and case kind when 'groups' then exists (select from groups where groups.id = asked.id)
          else exists (select from direct_chats where direct_chats.id = asked.id) end
      order by 1, 2
      on conflict (kind, id) do update set kind = excluded.kind)`

const unnestRooms = (rooms: readonly RoomKey[]) => sql`
  unnest(${rooms.map(({ kind }) => kind)}::text[], ${rooms.map(({ id }) => id)}::int[]) as rooms (kind, id)`

type NewMessage = {
  user_id: number
  content: string
  image_id: string | null
  client_key: string | null
  reply_to?: number | null
}

/**
 * Inserts a message into each of these rooms, which must be locked. The author's read mark moves to the new message,
 * unless there are unread messages of others: a message written offline arrives late, and an API client may never
 * read the room. `reply_to`: id of an earlier message, which may have been deleted.
 */
export async function insertMessages(
  tx: Tx,
  rooms: readonly RoomKey[],
  { user_id, content, image_id, client_key, reply_to = null }: NewMessage,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with said as (
      insert into chat_messages (kind, room_id, user_id, content, image_id, client_key, reply_to)
      select kind, id, ${user_id}::int, ${content}, ${image_id}, ${client_key},
        case when ${reply_to}::bigint <= pg_sequence_last_value(pg_get_serial_sequence('chat_messages', 'id'))
          then ${reply_to}::bigint end
      from ${unnestRooms(rooms)}
      returning kind, room_id, user_id, id),
    heads as (
      update chat_rooms set last_message_id = said.id from said
      where chat_rooms.kind = said.kind and chat_rooms.id = said.room_id),
    marks as (
      insert into chat_marks (user_id, kind, room_id, read_up_to)
      select said.user_id, said.kind, said.room_id, said.id from said
      left join chat_marks mark
        on mark.user_id = said.user_id and mark.kind = said.kind and mark.room_id = said.room_id
      where not exists (
        select from chat_messages other
        where other.kind = said.kind and other.room_id = said.room_id
          and other.id > coalesce(mark.read_up_to, 0) and other.user_id is distinct from said.user_id)
      order by 1, 2, 3
      on conflict (user_id, kind, room_id) do update set read_up_to = excluded.read_up_to)
    select id from said`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Inserts the second and later images. `chat_messages` itself stores the first one. */
export async function insertFurtherImages(
  tx: Tx | Database,
  message_id: number,
  image_ids: readonly string[],
) {
  const rows = image_ids.map((image_id, at) => ({ message_id, position: at + 2, image_id }))
  await tx.insertInto('chat_message_images').values(rows).execute()
}

type ClientMessageKey = { user_id: number; client_key: string | null }

/**
 * Locks a room before a message is inserted. The author must be locked already. `sent`: id of a message with the same
 * client key, even if it has been deleted. `seconds`: time until the author may send another message. `is_alert`:
 * true if a message without mentions notifies somebody.
 */
export async function lockRoomForMessage(
  tx: Tx,
  room: RoomKey,
  { user_id, client_key }: ClientMessageKey,
  { most, seconds }: { most: number; seconds: number },
): Promise<{ sent: number | null; seconds: number; is_alert: boolean }> {
  const { rows } = await sql<{ sent: number | null; seconds: number | null; is_alert: boolean }>`
    with ${lockRoomsCtes([room])}
    select (${sentMessageQuery({ user_id, client_key })}) as sent,
      (select ceil(extract(epoch from created_at - now()))::int + ${seconds}::int
        from chat_messages where user_id = ${user_id} and created_at > now() - make_interval(secs => ${seconds})
        order by created_at desc offset ${most - 1} limit 1) as seconds,
      ${hasAlertRecipientsColumn(room, user_id)} as is_alert,
      (select count(*) from locked) as locked`.execute(tx)
  const [look = { sent: null, seconds: null, is_alert: false }] = rows
  return { ...look, seconds: Math.max(0, look.seconds ?? 0) }
}

const sentMessageQuery = ({ user_id, client_key }: ClientMessageKey) => sql`
  select id from chat_messages where user_id = ${user_id} and client_key = ${client_key}
  union all
  select message_id from deleted_messages where user_id = ${user_id} and client_key = ${client_key}`

/** Id of the message that was sent with the same client key, even if it has been deleted. */
export async function findSentMessageId(db: Database, sent: ClientMessageKey): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`${sentMessageQuery(sent)}`.execute(db)
  return rows[0]?.id
}

export function findMessage(db: Database, { kind, id }: RoomKey, messageId: number) {
  return db
    .selectFrom('chat_messages')
    .where('kind', '=', kind)
    .where('room_id', '=', id)
    .where('id', '=', messageId)
    .select(['id', 'user_id', 'content', 'image_id', 'created_at', 'edited_at'])
    .executeTakeFirst()
}

/**
 * Deletes a message. Its client key is stored, so that the message is recognised if a device sends it again. Open
 * screens reload the room, and lists show the newest remaining message.
 */
export async function deleteMessage(tx: Tx, { kind, id }: RoomKey, messageId: number) {
  await sql`
    with gone as (delete from chat_messages where id = ${messageId} returning *)
    insert into deleted_messages (user_id, client_key, message_id)
    select user_id, client_key, id from gone where user_id is not null and client_key is not null
    on conflict do nothing`.execute(tx)
  await refreshRoomsAfterDeletion(tx, [{ kind, id }])
}

/** After deletions: open screens reload these rooms, and lists show the newest remaining message. */
export async function refreshRoomsAfterDeletion(tx: Tx, rooms: readonly RoomKey[]) {
  await sql`update chat_rooms set revision = revision + 1, last_message_id = (
      select max(id) from chat_messages where kind = chat_rooms.kind and room_id = chat_rooms.id)
    from ${unnestRooms(rooms)} where chat_rooms.kind = rooms.kind and chat_rooms.id = rooms.id`.execute(tx)
}

/**
 * Client keys of deleted messages are kept for 90 days, in case a device that was offline sends the message
 * again.
 */
export const deleteOldClientKeys = (db: Database) =>
  sql`delete from deleted_messages where deleted_at < now() - interval '90 days'`.execute(db)

/**
 * Undefined unless a message of the room contains the image: access to one room gives no access to images of others.
 */
export function findChatImage(db: Database, { kind, id }: RoomKey, imageId: string) {
  return db
    .selectFrom('images')
    .where('images.id', '=', imageId)
    .where(
      sql<boolean>`exists (select from chat_messages where kind = ${kind} and room_id = ${id} and id in (
        select id from chat_messages where image_id = ${imageId}
        union all select message_id from chat_message_images where image_id = ${imageId}))`,
    )
    .select(['type', 'small', 'bytes'])
    .executeTakeFirst()
}
