// The release before this one and this one on one database, under load, changed node by node behind a balancer, and one
// node taken back again: no request fails, live connections return, and each hears of what the other does.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Ask, connectTo, json } from '#measure/ask.ts'
import { type Crowd, insertCrowd, roomPath } from '#measure/crowd.ts'
import type { Figure } from '#measure/figures.ts'
import {
  freePort,
  makeDataFolder,
  type RealServer,
  removeDataFolder,
  startServer,
} from '#measure/real-server.ts'
import { clusterUrl } from '#server/testing/cluster.ts'
import { faultIn, Listener } from '../chat/listener.ts'
import { type Balancer, startBalancer } from './balancer.ts'
import { checkOut, previousRelease, versionIn } from './releases.ts'

const root = join(import.meta.dirname, '../..')
const NODES = 3
const PEOPLE = 60
const ROOMS = 3
const LISTENERS = 24
const WORKERS = 6
/** How long both work beside each other between two changes, in ms, and how long one change may be heard. */
const BETWEEN_MS = { quick: 1_500, full: 10_000 }
const HEARD_MS = 10_000

type Options = { from: string | undefined; quick: boolean; tell: (line: string) => void }
type Node = { port: number; server: RealServer; release: string }

export async function twoVersions({ from, quick, tell }: Options): Promise<Figure[]> {
  const ref = from ?? previousRelease()
  const before = checkOut(ref)
  const here = { folder: root, version: versionIn(root) }
  tell(`${before.version} (${ref}) and ${here.version}`)
  const database = await emptyDatabase()
  const folders: string[] = []
  const balancer = await startBalancer()
  const nodes: Node[] = []
  const start = async ({ folder, version }: typeof here, port: number): Promise<Node> => {
    const dataDir = makeDataFolder()
    folders.push(dataDir)
    const server = await startServer({
      dataDir,
      port,
      script: [join(folder, 'server/main.ts')],
      environment: { DATABASE_URL: database.url, LOG_LEVEL: 'silent' },
      limited: true,
      // Nobody waits for it: the others serve meanwhile.
      patience: 180_000,
    })
    return { port, server, release: version }
  }
  let load: Load | undefined
  try {
    for (let node = 0; node < NODES; node++) {
      nodes.push(await start(before, await freePort()))
      balancer.add((nodes.at(-1) as Node).port)
    }
    const crowd = await insertCrowd(database.client, { people: PEOPLE, rooms: ROOMS })
    await database.client.query('update users set is_admin = true where id = $1', [crowd.people[0]?.id])
    load = new Load(crowd, balancer)
    load.start()
    const heardMs: number[] = []
    const exchange = async (place: number, release: typeof here) => {
      const { port, server } = nodes[place] as Node
      await balancer.drain(port)
      await server.stop()
      nodes[place] = await start(release, port)
      balancer.add(port)
      await sleep(quick ? BETWEEN_MS.quick : BETWEEN_MS.full)
      heardMs.push(...(await hearEachOther(nodes, crowd)))
      tell(
        `node ${place + 1} runs ${release.version}; ${load?.requests} requests, ${load?.failures.length} failed`,
      )
    }
    for (let place = 0; place < NODES; place++) await exchange(place, here)
    await exchange(0, before)
    await exchange(0, here)
    // Nobody old is left who would end on this.
    await database.client.query(`notify kontor_changed, 'hallo'`)
    heardMs.push(...(await hearEachOther(nodes, crowd)))
    const { requests, failures, said, awayMs } = await load.end(database.client)
    return [
      { figure: 'requests while releases changed', value: requests, unit: 'requests', n: NODES + 2 },
      { figure: 'of these failed', value: failures.length, unit: 'requests', n: requests, goal: 0 },
      { figure: 'messages heard by all, once and in order', value: said, unit: 'messages', n: LISTENERS },
      {
        figure: 'the longest way back of a live connection',
        value: Math.max(0, ...awayMs),
        unit: 'ms',
        n: awayMs.length,
        goal: 5_000,
      },
      {
        figure: 'a change heard by a node of the other release',
        value: Math.max(...heardMs),
        unit: 'ms',
        n: heardMs.length,
        goal: 2_000,
      },
    ]
  } finally {
    for (const failure of load?.failures.slice(0, 10) ?? []) tell(failure)
    load?.leave()
    balancer.close()
    for (const { server } of nodes) await server.kill('everything').catch(() => {})
    await database.drop()
    await Promise.all(folders.map(removeDataFolder))
    await rm(before.folder, { recursive: true, force: true })
  }
}

/** Without any migration: the older release makes the schema. */
async function emptyDatabase() {
  const cluster = new URL(await clusterUrl())
  const name = `releases_${process.pid}`
  const owner = new pg.Client({ connectionString: cluster.href })
  await owner.connect()
  await owner.query(`create database ${name}`)
  cluster.pathname = `/${name}`
  const client = new pg.Client({ connectionString: cluster.href })
  await client.connect()
  return {
    url: cluster.href,
    client,
    async drop() {
      await client.end()
      await owner.query(`drop database ${name} with (force)`)
      await owner.end()
    },
  }
}

/** A cached value is forgotten when another node changes it, whichever is the older one. How long it took, in ms. */
async function hearEachOther(nodes: Node[], { people: [admin, person] }: Crowd): Promise<number[]> {
  const times: number[] = []
  for (const one of nodes) {
    for (const other of nodes) {
      if (one === other) continue
      const nameOn = async () => {
        const { text } = await other.server.ask({
          method: 'GET',
          path: '/users/current/',
          cookie: person?.cookie,
        })
        return (JSON.parse(text) as { username?: string }).username
      }
      await nameOn()
      await nameOn()
      const username = `person-${Math.random().toString(36).slice(2)}`
      const path = `/users/${person?.id}/username/`
      const body = JSON.stringify({ username })
      const changed = await one.server.ask({
        method: 'PATCH',
        path,
        cookie: admin?.cookie,
        headers: json,
        body,
      })
      if (changed.status !== 200) throw new Error(`answered ${changed.status} ${changed.text}`)
      const begin = performance.now()
      while ((await nameOn()) !== username) {
        if (performance.now() - begin > HEARD_MS)
          throw new Error(`${other.release} has not heard of what ${one.release} has changed`)
        await sleep(1)
      }
      times.push(Math.round(performance.now() - begin))
    }
  }
  return times
}

/** People who read, write and listen, all through the balancer. */
class Load {
  requests = 0
  readonly failures: string[] = []
  readonly #said: { id: number; room: number }[] = []
  readonly #crowd: Crowd
  readonly #listening: Listener[]
  readonly #ask: Ask
  readonly #close: () => void
  #working: Promise<unknown> | undefined
  #isOver = false

  constructor(crowd: Crowd, { port }: Balancer) {
    this.#crowd = crowd
    const { ask, close } = connectTo(port, WORKERS)
    this.#ask = ask
    this.#close = close
    this.#listening = Array.from({ length: LISTENERS }, (_, place) => {
      const { cookie } = crowd.people[place] as Crowd['people'][number]
      return new Listener({ path: roomPath(crowd.rooms[place % ROOMS] as number), cookie, port: () => port })
    })
  }

  start() {
    this.#working = Promise.all(Array.from({ length: WORKERS }, (_, worker) => this.#work(worker)))
  }

  async #work(worker: number) {
    for (let round = worker; !this.#isOver; round += WORKERS) {
      const { cookie } = this.#crowd.people[2 + (round % (PEOPLE - 2))] as Crowd['people'][number]
      const room = this.#crowd.rooms[round % ROOMS] as number
      for (const path of ['/users/current/', '/docs/', '/chat/groups/', `${roomPath(room)}meta/`, '/status/'])
        await this.#request({ method: 'GET', path, cookie })
      // Below what one person may say in a minute.
      if (round % 3 === 0) {
        const body = JSON.stringify({ message: `Nr. ${round}`, client_key: `nachricht-${round}` })
        const text = await this.#request({
          method: 'POST',
          path: `${roomPath(room)}send_message/`,
          cookie,
          headers: json,
          body,
        })
        if (text !== undefined)
          this.#said.push({ id: (JSON.parse(text) as { message_id: number }).message_id, room })
      }
      if (round % 7 === 0) {
        const body = JSON.stringify({ noise_level: round % 2 ? 'mute' : 'alert' })
        await this.#request({
          method: 'PATCH',
          path: `${roomPath(room)}settings/`,
          cookie,
          headers: json,
          body,
        })
      }
      await sleep(40)
    }
  }

  async #request(asked: Parameters<Ask>[0]): Promise<string | undefined> {
    this.requests++
    try {
      const { status, text } = await this.#ask(asked)
      if (status === 200) return text
      this.failures.push(`${asked.method} ${asked.path}: ${status} ${text.slice(0, 200)}`)
    } catch (error) {
      this.failures.push(`${asked.method} ${asked.path}: ${String(error)}`)
    }
    return undefined
  }

  /** Everything that was answered is there, and everybody has heard it. */
  async end(client: pg.Client) {
    this.#isOver = true
    await this.#working
    const { rows } = await client.query<{ id: number; room: number }>(
      `select id::int, room_id as room from chat_messages where kind = 'groups' order by id`,
    )
    const stored = Map.groupBy(rows, ({ room }) => room)
    const ids = new Set(rows.map(({ id }) => id))
    const lost = this.#said.filter(({ id }) => !ids.has(id))
    if (lost.length > 0) throw new Error(`${lost.length} messages are lost that were answered`)
    for (const listener of this.#listening) {
      const told = (stored.get(Number(listener.path.split('/')[3])) ?? []).map(({ id }) => id)
      for (let waited = 0; listener.newest !== (told.at(-1) ?? 0); waited += 20) {
        if (waited > HEARD_MS) throw new Error(`somebody on ${listener.path} does not hear the last message`)
        await sleep(20)
      }
      for (const connection of listener.connections) {
        const fault = faultIn(connection, told)
        if (fault) throw new Error(`on ${listener.path}: ${fault}`)
      }
    }
    const awayMs = this.#listening.flatMap((listener) => listener.awayMs)
    return { requests: this.requests, failures: this.failures, said: this.#said.length, awayMs }
  }

  leave() {
    this.#isOver = true
    for (const listener of this.#listening) listener.leave()
    this.#close()
  }
}
