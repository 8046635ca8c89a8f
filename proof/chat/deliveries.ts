// People write, edit, react and reply on several nodes, and others listen. Meanwhile connections break, nodes
// are killed and the news between nodes are cut. At the end everybody must have all messages, once and in
// order.
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import type { ChatMessage } from '#contract/chat.ts'
import { maxMessagesPerAnswer } from '#contract/words/limits.ts'
import { json } from '#measure/ask.ts'
import { type Crowd, insertCrowd, roomPath } from '#measure/crowd.ts'
import {
  freePort,
  makeDataFolder,
  type RealServer,
  removeDataFolder,
  startServer,
} from '#measure/real-server.ts'
import { createRandom, type Random } from '#planner-simulator/random.ts'
import { createMigratedDatabase } from '#server/testing/database.ts'
import { until } from '#server/testing/until.ts'
import { faultIn, Listener } from './listener.ts'

export type Deliveries = {
  nodes: number
  rooms: number
  listeners: number
  messages: number
  /** Longest pause between two disturbances, in ms. */
  calm: number
}
type DeliveryReport = {
  messages: number
  deleted: number
  deliveries: number
  returns: number
  kills: number
  cuts: number
}
type ServerNode = { port: number; server: RealServer | undefined }

/** Messages per person, below the limit per minute. */
const SAYS_EACH = 20
const TALKERS = 12
const DELETED = 0.01
/** Share of messages that reply to another message, and the chance of each edit and each reaction. */
const CHANGED = 0.2

export async function deliver(
  { nodes: count, rooms, listeners, messages, calm }: Deliveries,
  seed: number,
  onProgress: (line: string) => void = () => {},
): Promise<DeliveryReport> {
  const random = createRandom(seed)
  const database = await createMigratedDatabase()
  const folders = Array.from({ length: count }, makeDataFolder)
  const nodes: ServerNode[] = []
  for (const _ of folders) nodes.push({ port: await freePort(), server: undefined })
  const start = async (place: number) => {
    const node = nodes[place] as ServerNode
    const environment = { DATABASE_URL: database.url }
    node.server = await startServer({ dataDir: folders[place] as string, port: node.port, environment })
  }
  for (const place of folders.keys()) await start(place)
  const client = new pg.Client(database.connection)
  await client.connect()
  const people = Math.ceil(messages / SAYS_EACH) + TALKERS
  const crowd = await insertCrowd(client, { people, rooms })
  const listening = Array.from({ length: listeners }, (_, place) => {
    const { cookie } = crowd.people[place % crowd.people.length] as Crowd['people'][number]
    const path = roomPath(crowd.rooms[place % rooms] as number)
    return new Listener({ path, cookie, port: () => random.pick(nodes).port })
  })
  const report = { messages: 0, deleted: 0, deliveries: 0, returns: 0, kills: 0, cuts: 0 }
  const talk = new Talk(crowd, () => random.pick(nodes).server, random)
  try {
    await until(
      () => listening.every((listener) => listener.messages.hasOlder !== undefined),
      'everybody has a first list',
    )
    const talking = talk.say(messages, onProgress)
    const disturbing = (async () => {
      while (!talk.isOver) {
        await sleep(random.below(calm))
        const kind = random.below(10)
        if (kind < 6) for (const listener of listening) if (random.chance(0.1)) listener.drop()
        if (kind >= 6 && kind < 9) {
          report.cuts++
          await client.query(
            `select pg_terminate_backend(pid) from pg_stat_activity
            where application_name = 'kontor news' and datname = current_database() and random() < 0.7`,
          )
        }
        // Kills one node at a time, so that listeners can reconnect to another one.
        if (kind === 9) {
          report.kills++
          const place = random.below(nodes.length)
          const { server } = nodes[place] as ServerNode
          ;(nodes[place] as ServerNode).server = undefined
          await server?.kill('server')
          await sleep(random.below(200))
          await start(place)
        }
      }
    })()
    await Promise.all([talking, disturbing])
    const stored = await readStored(client)
    const of = (listener: Listener) => stored.get(Number(listener.path.split('/')[3])) ?? []
    await until(
      () => listening.every((listener) => listener.newest === (of(listener).at(-1)?.id ?? 0)),
      'everybody has heard the last',
    )
    verifySaid(talk, [...stored.values()].flat())
    for (const listener of listening)
      await verifyHeard(listener, of(listener), nodes[0]?.server as RealServer)
    report.messages = talk.answered.size
    report.deleted = talk.deleted.size
    for (const listener of listening) {
      report.deliveries += listener.deliveries
      report.returns += listener.returns
    }
    return report
  } finally {
    for (const listener of listening) listener.leave()
    for (const { server } of nodes) await server?.kill('everything').catch(() => {})
    await client.end()
    await Promise.all([database.drop(), ...folders.map(removeDataFolder)])
  }
}

type Message = { id: number; room: number; key: string }
const keyOf = (number: number) => `nachricht-${number}`

/** The messages that were sent, by whom, and which of them the server has acknowledged. */
class Talk {
  /** Id of each acknowledged message, by its number. */
  readonly answered = new Map<number, number>()
  readonly deleted = new Set<number>()
  isOver = false
  readonly #crowd: Crowd
  readonly #node: () => RealServer | undefined
  readonly #random: Random
  /** Latest message of each room. */
  readonly #latest = new Map<number, number>()

  constructor(crowd: Crowd, node: () => RealServer | undefined, random: Random) {
    this.#crowd = crowd
    this.#node = node
    this.#random = random
  }

  async say(count: number, onProgress: (line: string) => void) {
    let next = 0
    const work = async () => {
      while (next < count) {
        const number = next++
        await this.#sayOne(number)
        if (number % 500 === 499) onProgress(`${number + 1} messages said`)
      }
    }
    try {
      await Promise.all(Array.from({ length: TALKERS }, work))
    } finally {
      this.isOver = true
    }
  }

  /** Repeats the request with the same key until it is answered, like the app. */
  async #sayOne(number: number) {
    const { people, rooms } = this.#crowd
    const cookie = people[number % people.length]?.cookie as string
    const room = this.#random.pick(rooms)
    const path = roomPath(room)
    const answers = this.#random.chance(CHANGED) ? this.#latest.get(room) : undefined
    const body = { message: `Nr. ${number}`, client_key: keyOf(number), reply_to: answers ?? null }
    const id = await this.#insist(cookie, 'POST', `${path}send_message/`, body)
    this.answered.set(number, id as number)
    this.#latest.set(room, id as number)
    await this.#changeTogether(number, `${path}messages/${id}/`, id as number)
  }

  /** Several people edit and react at once, on any node, while the author may delete the message. */
  async #changeTogether(number: number, message: string, id: number) {
    const { people } = this.#crowd
    const [author, ...others] = [0, 1, 2].map(
      (step) => people[(number + step) % people.length]?.cookie as string,
    )
    const heart = `${message}reactions/heart/`
    const edits = [1, 2].map((nr) => async () => {
      await this.#insist(author as string, 'PATCH', message, { message: `Nr. ${number}, Fassung ${nr}` })
    })
    const reactions = others.map((cookie) => async () => {
      await this.#insist(cookie, 'PUT', heart, {})
      if (this.#random.chance(0.5)) await this.#insist(cookie, 'DELETE', heart)
    })
    const doings = [...edits, ...reactions].filter(() => this.#random.chance(CHANGED)).map((work) => work())
    if (this.#random.chance(DELETED)) {
      doings.push(this.#insist(author as string, 'DELETE', message).then(() => undefined))
      this.deleted.add(id)
    }
    await Promise.all(doings)
  }

  async #insist(cookie: string, method: string, path: string, given?: object): Promise<number | undefined> {
    const body = given && JSON.stringify(given)
    for (let tries = 0; tries < 600; tries++) {
      const asked = { method, path, cookie, body, ...(body !== undefined && { headers: json }) }
      const answer = await this.#node()
        ?.ask(asked)
        .catch(() => undefined)
      if (answer?.status === 200) return (JSON.parse(answer.text) as { message_id?: number }).message_id
      // The message was deleted meanwhile, or the answer to an earlier try of this deletion was lost.
      if (method !== 'POST' && answer?.status === 404) return undefined
      if (answer && answer.status < 500) throw new Error(`answered ${answer.status} ${answer.text}`)
      await sleep(50)
    }
    throw new Error('a sending is never answered')
  }
}

/** The messages of the rooms at the end, in order. */
async function readStored(client: pg.Client): Promise<Map<number, Message[]>> {
  const { rows } = await client.query<Message>(
    `select id::int, room_id as room, client_key as key from chat_messages where kind = 'groups' order by id`,
  )
  return Map.groupBy(rows, ({ room }) => room)
}

function verifySaid({ answered, deleted }: Talk, stored: Message[]) {
  const byKey = Map.groupBy(stored, ({ key }) => key)
  for (const [number, id] of answered) {
    const there = byKey.get(keyOf(number)) ?? []
    const wanted = deleted.has(id) ? 0 : 1
    if (there.length !== wanted || there.some((one) => one.id !== id))
      throw new Error(`message ${number}, answered as ${id}, stands as ${JSON.stringify(there)}`)
  }
}

async function verifyHeard(listener: Listener, stored: Message[], { ask }: RealServer) {
  const ids = stored.map(({ id }) => id)
  for (const connection of listener.connections) {
    const fault = faultIn(connection, ids)
    if (fault) throw new Error(`on ${listener.path}: ${fault}`)
  }
  const page = async (before: number) => {
    const path = `${listener.path}?before=${before}`
    const { status, text } = await ask({ method: 'GET', path, cookie: listener.cookie })
    if (status !== 200) throw new Error(`${path}: answered ${status} ${text}`)
    return JSON.parse(text) as ChatMessage[]
  }
  await listener.readAll(page)
  const there = await readAll(page)
  await until(() => isDeepStrictEqual(listener.messages.list, there), 'all changes are heard')
  const heard = listener.messages.list.map(({ id }) => id)
  if (!isDeepStrictEqual(heard, ids))
    throw new Error(`on ${listener.path}: knows ${heard.length} messages in the end instead of ${ids.length}`)
}

/** Above the number of every message. */
const NO_MESSAGE = 999_999_999_999_999

async function readAll(page: (before: number) => Promise<ChatMessage[]>) {
  const all: ChatMessage[] = []
  for (;;) {
    const older = await page(all[0]?.id ?? NO_MESSAGE)
    all.unshift(...older)
    if (older.length < maxMessagesPerAnswer) return all
  }
}
