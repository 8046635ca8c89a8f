import type { ChatKind } from '#contract/chat.ts'
import { longestMessage } from '#contract/chat.ts'
import type { Caller } from '#server/auth/sessions.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { invalid, Refused, refuse } from '#server/http/errors.ts'
import { drawSent } from '#server/images/sent-image.ts'
import { insertImage } from '#server/images/store.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutRoom } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { together } from '#server/together.ts'
import { type Earlier, insertMessages, listEarlier, lockRoom, type NewMessage } from './messages-store.ts'
import { pushLater } from './push-message.ts'
import { getRoom } from './rooms.ts'

type Said = { message: string; image?: string | null; client_key?: string; user_id?: number }
type Saying = {
  by: Caller
  content: string
  drawn: Awaited<ReturnType<typeof drawFor>> | undefined
  client_key: string | null
}

const PER_MINUTE = 30

/**
 * Says something in a room. Sent again under the same key, it is the message that it was. What is said in a room at the
 * same time waits for the same lock anyway: it is written down with one commit.
 */
export function messageSender(kontor: Kontor) {
  const inCompany = together<Saying, number>((key, sayings) => writeDown(kontor, roomOfKey(key), sayings), {
    most: 50,
  })
  return async (by: Caller, kind: ChatKind, id: number, said: Said): Promise<number> => {
    if (said.user_id !== undefined && said.user_id !== by.id) throw refuse('someone_else')
    const content = cleaned(said.message)
    if (content === '' && !said.image)
      throw invalid(['body', 'message'], 'Eine Nachricht braucht einen Text oder ein Bild.')
    const drawn = said.image ? await drawFor(kontor, by, kind, id, said.image) : undefined
    return inCompany(`${kind}/${id}`, { by, content, drawn, client_key: said.client_key ?? null })
  }
}

type Where = { kind: ChatKind; id: number }
const roomOfKey = (key: string): Where => {
  const [kind, id] = key.split('/') as [ChatKind, string]
  return { kind, id: Number(id) }
}

async function writeDown(kontor: Kontor, where: Where, sayings: Saying[]) {
  const refused = await listRefused(kontor.db, where, sayings)
  const admitted = sayings.filter(({ by }) => !refused.has(by.id))
  const written = admitted.length > 0 ? await writeAdmitted(kontor, where, admitted) : []
  const outcomes = new Map(admitted.map((saying, place) => [saying, written[place]]))
  return sayings.map((saying): PromiseSettledResult<number> => {
    const outcome = refused.get(saying.by.id) ?? outcomes.get(saying)
    return outcome instanceof Refused
      ? { status: 'rejected', reason: outcome }
      : { status: 'fulfilled', value: outcome as number }
  })
}

/** Under the lock of the room, where nobody else can say the same meanwhile: for each its number, or why not. */
function writeAdmitted(kontor: Kontor, where: Where, sayings: Saying[]) {
  return inTransaction(kontor, async (tx): Promise<(number | Refused)[]> => {
    await lockRoom(tx, where)
    const earlier = await listEarlier(tx, sayings)
    const fresh = new Map<unknown, Saying>()
    const verdicts = sayings.map((saying, place) => {
      const { known, recent } = earlier[place] as Earlier
      if (known !== null) return known
      const meanwhile = [...fresh.values()].filter(({ by }) => by.id === saying.by.id).length
      if (recent + meanwhile >= PER_MINUTE) return refuse('too_many_messages')
      fresh.set(slotOf(saying), saying)
      return undefined
    })
    const ids = await insertAll(tx, where, [...fresh.values()])
    const idOf = new Map([...fresh.keys()].map((slot, place) => [slot, ids[place]]))
    return sayings.map((saying, place) => verdicts[place] ?? (idOf.get(slotOf(saying)) as number))
  })
}

/** The same message twice is one. */
const slotOf = (saying: Saying) =>
  saying.client_key === null ? saying : `${saying.by.id}/${saying.client_key}`

/** Who may not say anything here, and why. */
async function listRefused(
  db: Database,
  { kind, id }: Where,
  sayings: Saying[],
): Promise<Map<number, Refused>> {
  const refused = new Map<number, Refused>()
  const people = new Map(sayings.map(({ by }) => [by.id, by]))
  for (const by of people.values()) {
    try {
      const room = await getRoom(db, by, kind, id)
      if (!room.can_post) refused.set(by.id, refuse('read_only'))
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      refused.set(by.id, error)
    }
  }
  return refused
}

async function insertAll(tx: Tx, where: Where, sayings: Saying[]): Promise<number[]> {
  if (sayings.length === 0) return []
  const rows: NewMessage[] = []
  for (const { by, content, drawn, client_key } of sayings) {
    const image_id = drawn ? await insertImage(tx, by.id, drawn, { is_for_docs: false }) : null
    rows.push({ user_id: by.id, content, image_id, client_key })
  }
  const ids = await insertMessages(tx, where, rows)
  await pushLater(tx, { kind: where.kind, room_id: where.id, message_id: ids[0] as number })
  changed(tx, aboutRoom(where.kind, where.id))
  return ids
}

/** Drawing costs something: only for who may post here. */
async function drawFor(kontor: Kontor, by: Caller, kind: ChatKind, id: number, image: string) {
  await getRoom(kontor.db, by, kind, id)
  return drawSent(image, { small: true })
}

/** Line breaks stay; what cannot be seen, or turns the direction of writing, does not. */
const unseen = /[\p{Cc}\u202a-\u202e\u2066-\u2069\ufeff]/gu
const cleaned = (message: string) =>
  message
    .replaceAll('\r\n', '\n')
    .replaceAll(unseen, (sign) => (sign === '\n' || sign === '\t' ? sign : ''))
    .trim()
    .slice(0, longestMessage)
