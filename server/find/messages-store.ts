// Search in messages of one's own rooms, newest first. Frequent words are found by reading the newest messages,
// rare ones by the index.
import { type RawBuilder, sql } from 'kysely'
import type { ChatKind } from '#contract/chat.ts'
import type { Caller } from '#server/caller.ts'
import { isMemberOfGroup, isShown } from '#server/chat/store.ts'
import type { Database } from '#server/db/connect.ts'
import { spokenName } from '#server/db/people.ts'
import { queryOf } from './store.ts'
import { hasWordsIndex } from './words-index-store.ts'

/** Messages read one by one; more while the index does not exist. */
const READ = { withIndex: 500, without: 20_000 }

type Room = { kind: ChatKind; id: number; name: string }
type Said = {
  id: number
  kind: ChatKind
  room_id: number
  room_name: string
  display_name: string
  created_at: Date
  content: string
}

export async function listMessagesWith(
  db: Database,
  by: Caller,
  words: string[],
  limit: number,
): Promise<{ said: Said[]; only_newest: boolean }> {
  const [rooms, isIndexed] = await Promise.all([listOwnRooms(db, by), hasWordsIndex(db)])
  const search = { inRooms: standsIn(rooms), words, limit }
  const { oldest, isAll } = await lookBack(db, search.inRooms, isIndexed ? READ.withIndex : READ.without)
  const read = await listByReading(db, search, oldest)
  const messages = isAll || !isIndexed || read.length === limit ? read : await listByIndex(db, search)
  const named = new Map(rooms.map(({ kind, id, name }) => [`${kind}/${id}`, name]))
  return {
    said: messages.map((hit) => ({ ...hit, room_name: named.get(`${hit.kind}/${hit.room_id}`) ?? '' })),
    only_newest: !isIndexed && !isAll,
  }
}

async function listOwnRooms(db: Database, by: Caller): Promise<Room[]> {
  const other = sql`case direct_chats.user_low when ${by.id} then direct_chats.user_high else direct_chats.user_low end`
  const { rows } = await sql<Room>`
    select 'groups' as kind, groups.id, groups.name
    from groups left join chat_rooms on chat_rooms.kind = 'groups' and chat_rooms.id = groups.id
    where ${isMemberOfGroup(sql`${by.id}`)} and (${isShown} or ${by.is_admin})
    union all
    select 'direct', direct_chats.id, ${spokenName('other')}
    from direct_chats left join users other on other.id = ${other}
    where ${by.id} in (user_low, user_high)`.execute(db)
  return rows
}

function standsIn(rooms: Room[]): RawBuilder<boolean> {
  const idsOf = (kind: ChatKind) => rooms.filter((room) => room.kind === kind).map(({ id }) => id)
  return sql<boolean>`((chat_messages.kind = 'groups' and chat_messages.room_id = any(${idsOf('groups')}::int[]))
    or (chat_messages.kind = 'direct' and chat_messages.room_id = any(${idsOf('direct')}::int[])))`
}

/** The id where the newest messages of these rooms begin. */
async function lookBack(db: Database, inRooms: RawBuilder<boolean>, many: number) {
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

type Asked = { inRooms: RawBuilder<boolean>; words: string[]; limit: number }

/** The concatenation keeps PostgreSQL from using the index, which would collect every message with a frequent word. */
const listByReading = (db: Database, { inRooms, words, limit }: Asked, oldest: number) =>
  selectSaid(db, inRooms)
    .where('chat_messages.id', '>=', oldest)
    .where(sql<boolean>`words_of(chat_messages.content || '') @@ ${queryOf(words)}`)
    .orderBy('chat_messages.id', 'desc')
    .limit(limit)
    .execute()

/**
 * The order is computed, to keep PostgreSQL from walking an index backwards over a million messages for a rare
 * word.
 */
const listByIndex = (db: Database, { inRooms, words, limit }: Asked) =>
  selectSaid(db, inRooms)
    .where(sql<boolean>`words_of(chat_messages.content) @@ ${queryOf(words)}`)
    .orderBy(sql`chat_messages.id + 0`, 'desc')
    .limit(limit)
    .execute()

const selectSaid = (db: Database, inRooms: RawBuilder<boolean>) =>
  db
    .selectFrom('chat_messages')
    .leftJoin('users', 'users.id', 'chat_messages.user_id')
    .where(inRooms)
    .select([
      'chat_messages.id',
      'chat_messages.kind',
      'chat_messages.room_id',
      spokenName('users').as('display_name'),
      'chat_messages.created_at',
      'chat_messages.content',
    ])
