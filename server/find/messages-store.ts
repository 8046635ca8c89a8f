// Messages of one's own rooms, newest first. What stands everywhere is found by reading the newest messages, what is rare
// by the index of the words: the steps go further back until enough are found.
import { sql } from 'kysely'
import type { ChatKind } from '#contract/chat.ts'
import type { Caller } from '#server/caller.ts'
import { isMemberOfGroup, isShown } from '#server/chat/store.ts'
import type { Database } from '#server/db/connect.ts'
import { spokenName } from '#server/db/people.ts'
import { queryOf } from './store.ts'
import { isWordsIndexThere } from './words-index-store.ts'

type Step = { newest: number; by: 'reading' | 'index' }
const STEPS: Step[] = [
  { newest: 500, by: 'reading' },
  { newest: 20_000, by: 'index' },
  { newest: Number.MAX_SAFE_INTEGER, by: 'index' },
]
/** As many as can be read word by word, where there is no index yet. */
const WITHOUT_INDEX: Step[] = [{ newest: 20_000, by: 'reading' }]

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
  const rooms = await listOwnRooms(db, by)
  const { newest, is_indexed } = await lookAround(db)
  let found: Omit<Said, 'room_name'>[] = []
  let isWhole = false
  for (const step of is_indexed ? STEPS : WITHOUT_INDEX) {
    found = await listSaid(db, rooms, { words, limit, after: newest - step.newest, by: step.by })
    isWhole = step.newest >= newest
    if (found.length >= limit || isWhole) break
  }
  const named = new Map(rooms.map(({ kind, id, name }) => [`${kind}/${id}`, name]))
  return {
    said: found.map((hit) => ({ ...hit, room_name: named.get(`${hit.kind}/${hit.room_id}`) ?? '' })),
    only_newest: !is_indexed && !isWhole,
  }
}

async function lookAround(db: Database): Promise<{ newest: number; is_indexed: boolean }> {
  const { newest, is_indexed } = await db
    .selectFrom('chat_messages')
    .select((eb) => [eb.fn.max('id').as('newest'), isWordsIndexThere.as('is_indexed')])
    .executeTakeFirstOrThrow()
  return { newest: newest ?? 0, is_indexed }
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

/**
 * How is said here, as the database takes every word for one of some hundred messages: it would read a million backwards
 * for the sixth of a word that stands in five, or gather half of them from the index for one that stands in each.
 */
const hows = {
  reading: { text: sql`chat_messages.content || ''`, order: sql`chat_messages.id` },
  index: { text: sql`chat_messages.content`, order: sql`chat_messages.id + 0` },
}

function listSaid(
  db: Database,
  rooms: Room[],
  { words, limit, after, by }: { words: string[]; limit: number; after: number; by: Step['by'] },
) {
  const { text, order } = hows[by]
  const idsOf = (kind: ChatKind) => rooms.filter((room) => room.kind === kind).map(({ id }) => id)
  return db
    .selectFrom('chat_messages')
    .leftJoin('users', 'users.id', 'chat_messages.user_id')
    .where(sql<boolean>`words_of(${text}) @@ ${queryOf(words)}`)
    .where('chat_messages.id', '>', after)
    .where(
      sql<boolean>`((chat_messages.kind = 'groups' and chat_messages.room_id = any(${idsOf('groups')}::int[]))
        or (chat_messages.kind = 'direct' and chat_messages.room_id = any(${idsOf('direct')}::int[])))`,
    )
    .select([
      'chat_messages.id',
      'chat_messages.kind',
      'chat_messages.room_id',
      spokenName('users').as('display_name'),
      'chat_messages.created_at',
      'chat_messages.content',
    ])
    .orderBy(order, 'desc')
    .limit(limit)
    .execute()
}
