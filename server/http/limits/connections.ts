// Counts who holds how many connections. No address may have so many that nobody else gets in, and when there are too
// many all the same, those go that are used for nothing. A proxy of ours speaks for many: it is not counted, only let
// go of.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf, type Proxies } from '../address.ts'

const openFiles = () => {
  const { userLimits } = process.report.getReport() as {
    userLimits?: { open_files?: { soft: number | 'unlimited' } }
  }
  return Number(userLimits?.open_files?.soft) || Number.POSITIVE_INFINITY
}
/** Some files are needed for the database and for what is sent elsewhere. */
const all = Math.min(20_000, Math.floor(openFiles() * 0.8))

export const connectionLimits = {
  /** For each address that is no proxy: a company behind one, each of its browsers with six. */
  each: Math.min(4_000, Math.floor(all / 4)),
  /** For each person, if no proxy stands in between. */
  ofPerson: 100,
  all,
  /** From here on, in parts of all, idle ones are let go of. */
  crowded: 0.9,
  /** The most that are live, in parts of all: the rest is for those that ask. */
  live: 0.8,
  /** Whoever has just come is given so long to ask for something, in s, before they count as idle. */
  newcomer: 2,
  /** Requests of a connection that are not answered yet. Browsers wait for the answer. */
  unanswered: 10,
  requests: 100_000,
  /** A client that reads nothing of its answer for so long is given up. */
  unreadMs: 30_000,
}

type Kept = {
  network: string | undefined
  person: number | undefined
  /** What to do when the connection ends, for each request that is under way. */
  underWay: Set<() => void>
  /** Requests behind one that is not answered yet. */
  behind: (() => void)[]
  /** It has become something else, and is never idle. */
  isLive: boolean
  hasAsked: boolean
  /** In whole seconds. */
  since: number
}

export class Connections {
  readonly #proxies: Proxies
  readonly #limits: typeof connectionLimits
  /** In the order in which they came. */
  readonly #kept = new Map<Socket, Kept>()
  readonly #ofNetwork = new Map<string, number>()
  readonly #ofPerson = new Map<number, number>()
  #live = 0
  /** Connections refused because an address had too many. */
  refused = 0

  constructor(proxies: Proxies, limits = connectionLimits) {
    this.#proxies = proxies
    this.#limits = limits
  }

  get size(): number {
    return this.#kept.size
  }

  watch(server: Server) {
    server.maxRequestsPerSocket = this.#limits.requests
    server.timeout = this.#limits.unreadMs
    server.on('connection', (socket: Socket) => this.#come(socket))
    server.on('timeout', (socket: Socket) => {
      // Nothing has moved for a while. Only who waits for an answer that is being made is not held to be gone.
      const isOurTurn = (this.#kept.get(socket)?.underWay.size ?? 0) > 0 && socket.writableLength === 0
      if (!isOurTurn) socket.destroy()
    })
  }

  /**
   * Hands a request on. Those of one connection are worked on one after the other, so that somebody who asks for much
   * on many of them costs a little at a time; with more on one than anybody asks who waits for answers, it is given
   * up.
   */
  begin({ socket }: IncomingMessage, response: ServerResponse, work: () => void) {
    const kept = this.#kept.get(socket)
    if (!kept) return work()
    kept.hasAsked = true
    if (kept.underWay.size + kept.behind.length >= this.#limits.unanswered) {
      this.refused++
      kept.behind = []
      socket.destroy()
      return
    }
    const start = () => {
      this.whenOver(socket, response, () => kept.behind.shift()?.())
      work()
    }
    if (kept.underWay.size > 0) kept.behind.push(start)
    else start()
  }

  /** At the end of the answer, or of the connection: answers that wait behind another one hear nothing of that. */
  whenOver(socket: Socket, response: ServerResponse, work: () => void) {
    // Nothing would tell of it any more.
    if (socket.destroyed || response.closed) return work()
    const underWay = this.#kept.get(socket)?.underWay
    let isOver = false
    const over = () => {
      if (isOver) return
      isOver = true
      underWay?.delete(over)
      work()
    }
    underWay?.add(over)
    response.once('close', over)
  }

  /** Tells whether an answer can be written at once, past the queue. */
  isFree(socket: Socket): boolean {
    return !socket.writableNeedDrain && this.#kept.get(socket)?.underWay.size === 0
  }

  /** The person who asks on a connection; false where they have too many already. */
  belongsTo(socket: Socket, person: number): boolean {
    const kept = this.#kept.get(socket)
    if (!kept || kept.network === undefined || kept.person === person) return true
    if (kept.person !== undefined) subtract(this.#ofPerson, kept.person)
    kept.person = person
    return add(this.#ofPerson, person) <= this.#limits.ofPerson
  }

  /** It becomes a live connection, which is in use as long as it lasts; false where there are too many of them. */
  becomesLive(socket: Socket): boolean {
    const kept = this.#kept.get(socket)
    if (!kept || kept.isLive) return true
    kept.isLive = true
    return ++this.#live <= this.#limits.all * this.#limits.live
  }

  #come(socket: Socket) {
    if (this.#kept.size >= this.#limits.all) {
      socket.destroy()
      return
    }
    const address = socket.remoteAddress ?? ''
    const network = this.#proxies.isProxy(address) ? undefined : networkOf(address)
    const kept: Kept = {
      network,
      person: undefined,
      underWay: new Set(),
      behind: [],
      isLive: false,
      hasAsked: false,
      since: now(),
    }
    this.#kept.set(socket, kept)
    socket.once('close', () => this.#go(socket, kept))
    if (network !== undefined && add(this.#ofNetwork, network) > this.#limits.each) {
      this.refused++
      socket.destroy()
      return
    }
    if (this.#kept.size > this.#limits.all * this.#limits.crowded) this.#makeRoom()
  }

  #go(socket: Socket, kept: Kept) {
    const { network, person, underWay } = kept
    kept.behind = []
    if (kept.isLive) this.#live--
    this.#kept.delete(socket)
    if (network !== undefined) subtract(this.#ofNetwork, network)
    if (person !== undefined) subtract(this.#ofPerson, person)
    for (const over of underWay) over()
  }

  /** Those that have been idle are let go of, the oldest first. What is asked next on one of them opens another. */
  #makeRoom() {
    const before = now() - this.#limits.newcomer
    for (const [socket, { underWay, isLive, hasAsked, since }] of this.#kept) {
      if (underWay.size > 0 || isLive || socket.destroyed || (!hasAsked && since > before)) continue
      socket.destroy()
      return
    }
  }
}

const now = () => Math.floor(performance.now() / 1_000)

function add<Key>(counts: Map<Key, number>, key: Key): number {
  const count = (counts.get(key) ?? 0) + 1
  counts.set(key, count)
  return count
}

function subtract<Key>(counts: Map<Key, number>, key: Key) {
  const count = (counts.get(key) ?? 0) - 1
  if (count > 0) counts.set(key, count)
  else counts.delete(key)
}
