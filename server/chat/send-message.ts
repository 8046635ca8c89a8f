import pg from 'pg'
import type { ChatKind } from '#contract/chat.ts'
import { batch } from '#server/batch.ts'
import type { Caller } from '#server/caller.ts'
import { transaction } from '#server/db/connect.ts'
import { invalid, refuse } from '#server/http/errors.ts'
import { drawSent } from '#server/images/sent-image.ts'
import { insertImage } from '#server/images/store.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutRoom } from '#server/live/facts.ts'
import { withOwnNews } from '#server/live/news.ts'
import { findSent } from './messages-store.ts'
import { type NewMessage, type Outcome, sayMessages, secondsUntilFree } from './said-store.ts'
import { sentences } from './sentences.ts'
import { getPostable } from './store.ts'

type Asked = { message: string; image?: string | null; client_key?: string; user_id?: number }
type Post = NewMessage & { by: Caller }

/**
 * So many messages at most are written down with one commit. Where many are said, the next ones wait a moment for each
 * other: fewer statements, and fewer commits, for the same messages.
 */
const gathering = { most: 50, gathersMs: 8 }

/**
 * Says something in a room. Sent again under the same key, it is the message that it was, and its image is not drawn
 * again. What is said at the same time, in whatever rooms, is written down with one commit; only a room that somebody
 * else holds is waited for apart, so that it holds up no other.
 */
export function messageSender(kontor: Kontor) {
  /** Messages that are under way, by author, room and key. */
  const underWay = new Map<string, Promise<number>>()
  const inItsRoom = batch<Post, Outcome>((_, posts) => writeDown(kontor, posts, { waits: true }), gathering)
  const inAnyRoom = batch<Post, Outcome>((_, posts) => writeDown(kontor, posts, { waits: false }), gathering)
  const post = async (one: Post): Promise<number> => {
    const outcome = await inAnyRoom('', one)
    const final = outcome.outcome === 'busy' ? await inItsRoom(`${one.kind}/${one.id}`, one) : outcome
    return idOf(kontor, one, final)
  }
  return async (by: Caller, kind: ChatKind, id: number, asked: Asked): Promise<number> => {
    if (asked.user_id !== undefined && asked.user_id !== by.id) throw refuse('someone_else')
    const content = cleaned(asked.message)
    if (content === '' && !asked.image) throw invalid(['body', 'message'], sentences.emptyMessage)
    const client_key = asked.client_key ?? null
    const one: Post = { by, kind, id, user_id: by.id, content, image_id: null, client_key }
    const { image } = asked
    if (!image) return onlyOnce(underWay, one, () => post(one))
    // Drawing costs something: only for who may post here, and once.
    await getPostable(kontor.db, by, kind, id)
    return onlyOnce(
      underWay,
      one,
      async () => (await findSent(kontor.db, one)) ?? sayWithImage(kontor, one, image),
    )
  }
}

function onlyOnce(
  underWay: Map<string, Promise<number>>,
  one: Post,
  say: () => Promise<number>,
): Promise<number> {
  if (one.client_key === null) return say()
  const slot = `${one.user_id}/${one.kind}/${one.id}/${one.client_key}`
  const known = underWay.get(slot)
  if (known) return known
  const said = say().finally(() => underWay.delete(slot))
  underWay.set(slot, said)
  return said
}

/** The number of a message, or why it has none. */
async function idOf(
  kontor: Kontor,
  { by, kind, id }: Post,
  { outcome, id: message }: Outcome,
): Promise<number> {
  if (outcome === 'said' || outcome === 'known') return message
  if (outcome === 'limited') {
    const { messages } = kontor.budgets.table.stored
    throw kontor.budgets.refusal('messages', await secondsUntilFree(kontor.db, by.id, messages))
  }
  // It was looked at with the message itself; what is asked here is the reason alone.
  await getPostable(kontor.db, by, kind, id)
  throw refuse('not_found')
}

async function writeDown(
  kontor: Kontor,
  posts: Post[],
  { waits }: { waits: boolean },
): Promise<PromiseSettledResult<Outcome>[]> {
  try {
    const outcomes = await tellRooms(kontor, posts, () =>
      sayMessages(kontor.db, posts, conditions(kontor, waits)),
    )
    return outcomes.map((value) => ({ status: 'fulfilled', value }))
  } catch (reason) {
    if (posts.length === 1) return [{ status: 'rejected', reason }]
    if (!isOfOne(reason)) throw reason
    const alone: PromiseSettledResult<Outcome>[] = []
    for (const one of posts) alone.push(...(await writeDown(kontor, [one], { waits })))
    return alone
  }
}

/**
 * One of many could not be written down (its author has just been deleted, its key was used elsewhere), or two waited
 * for each other.
 */
const isOfOne = (error: unknown) =>
  error instanceof pg.DatabaseError && (error.code?.startsWith('23') === true || error.code === '40P01')

/** Only with its image, or not at all. */
async function sayWithImage(kontor: Kontor, one: Post, image: string): Promise<number> {
  const drawn = await drawSent(kontor, one.by, image, { small: true })
  const write = () =>
    transaction(kontor.db, async (tx) => {
      const image_id = await insertImage(tx, one.by.id, drawn, { is_for_docs: false })
      const said = await sayMessages(tx, [{ ...one, image_id }], conditions(kontor, true))
      const [outcome] = said.outcomes as [Outcome]
      if (outcome.id === null) throw new NotSaid(outcome)
      return said
    })
  const outcome = await tellRooms(kontor, [one], write).then(
    ([said]) => said as Outcome,
    (error: unknown) => {
      if (error instanceof NotSaid) return error.outcome
      throw error
    },
  )
  return idOf(kontor, one, outcome)
}

/**
 * Takes the image back. Why it was not said is asked for afterwards: inside, that would want a second connection, and
 * hold up the room until it gets one.
 */
class NotSaid extends Error {
  readonly outcome: Outcome

  constructor(outcome: Outcome) {
    super(outcome.outcome)
    this.outcome = outcome
  }
}

const conditions = ({ news, budgets }: Kontor, waits: boolean) => ({
  node: news.name,
  limit: budgets.table.stored.messages,
  waits,
})

/** Other nodes are told by the database, this one here. */
function tellRooms(
  kontor: Kontor,
  posts: readonly Post[],
  write: () => ReturnType<typeof sayMessages>,
): Promise<Outcome[]> {
  const facts = new Set(posts.map(({ kind, id }) => aboutRoom(kind, id)))
  return withOwnNews(kontor, [...facts], async () => {
    const { outcomes, news } = await write()
    const told = news.map(({ kind, id, ...said }) => [aboutRoom(kind, id), { said }] as const)
    return { written: outcomes, told: new Map(told) }
  })
}

/** Line breaks stay; what cannot be seen, or turns the direction of writing, does not. */
const unseen = /[\p{Cc}\u202a-\u202e\u2066-\u2069\ufeff]/gu
const cleaned = (message: string) =>
  message
    .replaceAll('\r\n', '\n')
    .replaceAll(unseen, (sign) => (sign === '\n' || sign === '\t' ? sign : ''))
    .trim()
