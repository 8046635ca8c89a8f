// Search in messages of the caller's rooms, newest first: matches at the start of words, then inside of words. Frequent
// words are found by reading the newest messages, rare ones through the indexes.
import { type RawBuilder, sql } from 'kysely'
import type { ChatKind } from '#contract/chat.ts'
import { minInnerMatchLength } from '#contract/words/matches.ts'
import type { Caller } from '#server/caller.ts'
import { findRoom, isMemberCondition, isShownCondition } from '#server/chat/store.ts'
import type { Database } from '#server/db/connect.ts'
import { spokenNameColumn } from '#server/db/people.ts'
import { matching } from '#server/lists/list-store.ts'
import { hasMessageIndexes } from './message-indexes-store.ts'
import { prefixQuery } from './store.ts'

/**
 * Numbers of newest messages that are read one by one: with the index, with the index in one room, and without
 * the index. Without it, only these messages are searched.
 */
const READ_LIMITS = { withIndex: 500, ofRoom: 1_000, without: 20_000 }

type SearchedRoom = { kind: ChatKind; id: number; name: string }
type MessageHit = {
  id: number
  kind: ChatKind
  room_id: number
  room_name: string
  display_name: string
  created_at: Date
  content: string
}

type MessagesQuery = { words: string[]; limit: number; room?: string | undefined }

export async function listMessagesWith(
  db: Database,
  by: Caller,
  { words, limit, room }: MessagesQuery,
): Promise<{ said: MessageHit[]; only_newest: boolean }> {
  const [rooms, isIndexed] = await Promise.all([
    room === undefined ? listOwnRooms(db, by) : listRoomByKey(db, by, room),
    hasMessageIndexes(db),
  ])
  const inRooms = inRoomsCondition(rooms)
  const read = room === undefined ? READ_LIMITS.withIndex : READ_LIMITS.ofRoom
  const { oldest, isAll } = await findOldestToRead(db, inRooms, isIndexed ? read : READ_LIMITS.without)
  async function list(condition: ContentCondition, most: number) {
    const read = await listHitsByReading(db, { inRooms, condition, limit: most }, oldest)
    return isAll || !isIndexed || read.length === most
      ? read
      : listHitsByIndex(db, { inRooms, condition, limit: most })
  }
  const beginnings = await list(beginsWithWords(words), limit)
  const isInside = beginnings.length < limit && (words[0] ?? '').length >= minInnerMatchLength
  const inside = isInside ? await list(containsWords(words), limit - beginnings.length) : []
  const named = new Map(rooms.map(({ kind, id, name }) => [`${kind}/${id}`, name]))
  return {
    said: [...beginnings, ...inside].map((hit) => ({
      ...hit,
      room_name: named.get(`${hit.kind}/${hit.room_id}`) ?? '',
    })),
    only_newest: !isIndexed && !isAll,
  }
}

/**
 * A condition on the content. It takes the content as an expression, because PostgreSQL uses an index only
 * for exactly the indexed expression.
 */
type ContentCondition = (content: RawBuilder<string>) => RawBuilder<boolean>

const beginsWithWords =
  (words: readonly string[]): ContentCondition =>
  (content) =>
    sql<boolean>`words_of(${content}) @@ ${prefixQuery(words)}`

const containsWords =
  (words: readonly string[]): ContentCondition =>
  (content) =>
    sql<boolean>`(${matching(words.join(' '), sql`search_text(${content})`)} and not ${beginsWithWords(words)(content)})`

/** Latest messages of the caller's rooms, for the spelling proposal. */
export async function listLatestTexts(db: Database, by: Caller): Promise<string[]> {
  const rows = await db
    .selectFrom('chat_messages')
    .where(inRoomsCondition(await listOwnRooms(db, by)))
    .select('content')
    .orderBy('id', 'desc')
    .limit(MAX_LATEST_MESSAGES)
    .execute()
  return rows.map(({ content }) => content.slice(0, MAX_LATEST_TEXT_LENGTH))
}
const MAX_LATEST_MESSAGES = 1_000
const MAX_LATEST_TEXT_LENGTH = 200

/** Includes past rooms, and for administrators rooms of others. */
async function listRoomByKey(db: Database, by: Caller, named: string): Promise<SearchedRoom[]> {
  const [kind, id] = named.split('/')
  const room = await findRoom(db, by, { kind: kind as ChatKind, id: Number(id) })
  return room ? [{ ...room, name: room.title }] : []
}

async function listOwnRooms(db: Database, by: Caller): Promise<SearchedRoom[]> {
  const other = sql`case direct_chats.user_low when ${by.id} then direct_chats.user_high else direct_chats.user_low end`
  const { rows } = await sql<SearchedRoom>`
    select 'groups' as kind, groups.id, groups.name
    from groups left join chat_rooms on chat_rooms.kind = 'groups' and chat_rooms.id = groups.id
    where ${isMemberCondition(sql`${by.id}`)} and (${isShownCondition} or ${by.is_admin})
    union all
    select 'direct', direct_chats.id, ${spokenNameColumn('other')}
    from direct_chats left join users other on other.id = ${other}
    where ${by.id} in (user_low, user_high)`.execute(db)
  return rows
}

function inRoomsCondition(rooms: SearchedRoom[]): RawBuilder<boolean> {
  const idsOf = (kind: ChatKind) => rooms.filter((room) => room.kind === kind).map(({ id }) => id)
  return sql<boolean>`((chat_messages.kind = 'groups' and chat_messages.room_id = any(${idsOf('groups')}::int[]))
    or (chat_messages.kind = 'direct' and chat_messages.room_id = any(${idsOf('direct')}::int[])))`
}

/** Id of the oldest message to read one by one. `isAll`: there are no older ones. */
async function findOldestToRead(db: Database, inRooms: RawBuilder<boolean>, many: number) {
  const newest = db
    .selectFrom('chat_messages')
    .where(inRooms)
    .select('chat_messages.id')
    .orderBy('chat_messages.id', 'desc')
    .limit(many)
    .as('newest')
  const { found, oldest } = await db
    .selectFrom(newest)
    .select((eb) => [eb.fn.countAll<number>().as('found'), eb.fn.min('newest.id').as('oldest')])
    .executeTakeFirstOrThrow()
  return { oldest: oldest ?? 0, isAll: found < many }
}

type Search = { inRooms: RawBuilder<boolean>; condition: ContentCondition; limit: number }

/** The concatenation keeps PostgreSQL from using the index, which would collect every message with a frequent word. */
const listHitsByReading = (db: Database, { inRooms, condition, limit }: Search, oldest: number) =>
  selectMessageHits(db, inRooms)
    .where('chat_messages.id', '>=', oldest)
    .where(condition(sql`(chat_messages.content || '')`))
    .orderBy('chat_messages.id', 'desc')
    .limit(limit)
    .execute()

/**
 * The order is computed, to keep PostgreSQL from walking an index backwards over a million messages for a rare
 * word.
 */
const listHitsByIndex = (db: Database, { inRooms, condition, limit }: Search) =>
  selectMessageHits(db, inRooms)
    .where(condition(sql`chat_messages.content`))
    .orderBy(sql`chat_messages.id + 0`, 'desc')
    .limit(limit)
    .execute()

const selectMessageHits = (db: Database, inRooms: RawBuilder<boolean>) =>
  db
    .selectFrom('chat_messages')
    .leftJoin('users', 'users.id', 'chat_messages.user_id')
    .where(inRooms)
    .select([
      'chat_messages.id',
      'chat_messages.kind',
      'chat_messages.room_id',
      spokenNameColumn('users').as('display_name'),
      'chat_messages.created_at',
      'chat_messages.content',
    ])
