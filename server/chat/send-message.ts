import type { ChatKind } from '#contract/chat.ts'
import { longestMessage } from '#contract/words/limits.ts'
import { batch } from '#server/batch.ts'
import type { Caller } from '#server/caller.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { invalid, Refused, refuse } from '#server/http/errors.ts'
import type { Drawn } from '#server/images/re-encode.ts'
import { drawSent } from '#server/images/sent-image.ts'
import { insertImage } from '#server/images/store.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutRoom } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import {
  type Earlier,
  findSent,
  insertMessages,
  listEarlier,
  lockAuthorsForUpdate,
  lockRoomForUpdate,
  type NewMessage,
} from './messages-store.ts'
import { pushLater } from './push-message.ts'
import type { RoomKey } from './room-key.ts'
import { getPostable } from './store.ts'

type Asked = { message: string; image?: string | null; client_key?: string; user_id?: number }
type Post = {
  by: Caller
  content: string
  drawn: Drawn | undefined
  client_key: string | null
}

/**
 * Says something in a room. Sent again under the same key, it is the message that it was, and its image is not drawn
 * again. What is said in a room at the same time waits for the same lock anyway: it is written down with one commit.
 */
export function messageSender(kontor: Kontor) {
  /** Messages with an image that are under way, by author and key. */
  const underWay = new Map<string, Promise<number>>()
  const post = batch<Post, number>((key, posts) => writePosts(kontor, roomOfKey(key), posts), {
    most: 50,
  })
  return async (by: Caller, kind: ChatKind, id: number, asked: Asked): Promise<number> => {
    if (asked.user_id !== undefined && asked.user_id !== by.id) throw refuse('someone_else')
    const content = cleaned(asked.message)
    if (content === '' && !asked.image)
      throw invalid(['body', 'message'], 'Eine Nachricht braucht einen Text oder ein Bild.')
    const one = { by, content, client_key: asked.client_key ?? null }
    const key = `${kind}/${id}`
    const { image } = asked
    if (!image) return post(key, { ...one, drawn: undefined })
    // Drawing costs something: only for who may post here, and once.
    await getPostable(kontor.db, by, kind, id)
    return onlyOnce(underWay, one, async () => {
      const sent = await findSent(kontor.db, one)
      if (sent !== undefined) return sent
      const drawn = await drawSent(kontor, by, image, { small: true })
      return post(key, { ...one, drawn })
    })
  }
}

function onlyOnce(
  underWay: Map<string, Promise<number>>,
  { by, client_key }: Pick<Post, 'by' | 'client_key'>,
  say: () => Promise<number>,
): Promise<number> {
  if (client_key === null) return say()
  const slot = `${by.id}/${client_key}`
  const known = underWay.get(slot)
  if (known) return known
  const one = say().finally(() => underWay.delete(slot))
  underWay.set(slot, one)
  return one
}

const roomOfKey = (key: string): RoomKey => {
  const [kind, id] = key.split('/') as [ChatKind, string]
  return { kind, id: Number(id) }
}

async function writePosts(kontor: Kontor, where: RoomKey, posts: Post[]) {
  const refused = await listRefused(kontor.db, where, posts)
  const admitted = posts.filter(({ by }) => !refused.has(by.id))
  const written = admitted.length > 0 ? await writeAllowed(kontor, where, admitted) : []
  const outcomes = new Map(admitted.map((one, place) => [one, written[place]]))
  return posts.map((one): PromiseSettledResult<number> => {
    const outcome = refused.get(one.by.id) ?? outcomes.get(one)
    return outcome instanceof Refused
      ? { status: 'rejected', reason: outcome }
      : { status: 'fulfilled', value: outcome as number }
  })
}

/**
 * Under the lock of the room, where nobody else can say the same meanwhile, and of the authors, who are counted over all
 * rooms: for each its number, or why not.
 */
function writeAllowed(kontor: Kontor, where: RoomKey, posts: Post[]) {
  return inTransaction(kontor, async (tx): Promise<(number | Refused)[]> => {
    await lockRoomForUpdate(tx, where)
    await lockAuthorsForUpdate(
      tx,
      posts.map(({ by }) => by.id),
    )
    const { most, seconds } = kontor.budgets.table.stored.messages
    const earlier = await listEarlier(tx, posts, seconds)
    const fresh = new Map<unknown, Post>()
    const known = posts.map((one, place) => {
      const { known, recent } = earlier[place] as Earlier
      if (known !== null) return known
      const meanwhile = [...fresh.values()].filter(({ by }) => by.id === one.by.id).length
      if (recent + meanwhile >= most) return kontor.budgets.refusal('messages', SOON)
      fresh.set(slotOf(one), one)
      return undefined
    })
    const ids = await insertAll(tx, where, [...fresh.values()])
    const idOf = new Map([...fresh.keys()].map((slot, place) => [slot, ids[place]]))
    return posts.map((one, place) => known[place] ?? (idOf.get(slotOf(one)) as number))
  })
}

/** One of those of the last minute drops out by then, as a rule. */
const SOON = 20

/** The same message twice is one. */
const slotOf = (one: Post) => (one.client_key === null ? one : `${one.by.id}/${one.client_key}`)

/** Refuses whoever may not say anything here, with the reason. */
async function listRefused(
  db: Database,
  { kind, id }: RoomKey,
  posts: Post[],
): Promise<Map<number, Refused>> {
  const refused = new Map<number, Refused>()
  const people = new Map(posts.map(({ by }) => [by.id, by]))
  for (const by of people.values()) {
    try {
      await getPostable(db, by, kind, id)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      refused.set(by.id, error)
    }
  }
  return refused
}

async function insertAll(tx: Tx, where: RoomKey, posts: Post[]): Promise<number[]> {
  if (posts.length === 0) return []
  const rows: NewMessage[] = []
  for (const { by, content, drawn, client_key } of posts) {
    const image_id = drawn ? await insertImage(tx, by.id, drawn, { is_for_docs: false }) : null
    rows.push({ user_id: by.id, content, image_id, client_key })
  }
  const ids = await insertMessages(tx, where, rows)
  await pushLater(tx, { kind: where.kind, room_id: where.id, message_id: ids[0] as number })
  changed(tx, aboutRoom(where.kind, where.id))
  return ids
}

/** Line breaks stay; what cannot be seen, or turns the direction of writing, does not. */
const unseen = /[\p{Cc}\u202a-\u202e\u2066-\u2069\ufeff]/gu
const cleaned = (message: string) =>
  message
    .replaceAll('\r\n', '\n')
    .replaceAll(unseen, (sign) => (sign === '\n' || sign === '\t' ? sign : ''))
    .trim()
    .slice(0, longestMessage)
