// How many connections there are, and of whom: no address may have so many that nobody else gets in. A proxy of ours
// speaks for many and is not counted: there it bounds its visitors itself (docs/betrieb/proxy.md).
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
  all,
  /** For each address that is no proxy: a company behind one, each of its browsers with six. */
  each: Math.min(4_000, Math.floor(all / 4)),
  /** The most that are live: the rest is for those that ask. */
  live: Math.floor(all * 0.8),
  requests: 100_000,
  /**
   * Requests of a connection that are not answered yet: one, and the next while the end of the first is on its way. No
   * browser and no proxy sends more before it is answered, and thousands at once would hold up everybody.
   */
  unanswered: 2,
  /** A client that reads nothing of its answer for so long is given up. */
  unreadMs: 30_000,
}

export class Connections {
  readonly #proxies: Proxies
  readonly #limits: typeof connectionLimits
  /** Of each connection, what is to be done at its end. */
  readonly #underWay = new Map<Socket, Set<() => void>>()
  readonly #unanswered = new WeakMap<Socket, number>()
  readonly #ofNetwork = new Map<string, number>()
  #live = 0
  /** Connections refused for their number. */
  refused = 0

  constructor(proxies: Proxies, limits = connectionLimits) {
    this.#proxies = proxies
    this.#limits = limits
  }

  get size(): number {
    return this.#underWay.size
  }

  watch(server: Server) {
    server.maxConnections = this.#limits.all
    server.maxRequestsPerSocket = this.#limits.requests
    server.timeout = this.#limits.unreadMs
    server.on('drop', () => this.refused++)
    server.on('connection', (socket: Socket) => this.#come(socket))
    server.on('timeout', (socket: Socket) => {
      // Nothing has moved for a while. Only who waits for an answer that is being made is not held to be gone.
      const isOurTurn = (this.#underWay.get(socket)?.size ?? 0) > 0 && socket.writableLength === 0
      if (!isOurTurn) socket.destroy()
    })
  }

  /** Whether a request of this connection may begin; the connection is given up where too many are unanswered. */
  admits({ socket }: IncomingMessage, response: ServerResponse): boolean {
    const unanswered = this.#unanswered.get(socket) ?? 0
    if (socket.destroyed) return false
    if (unanswered >= this.#limits.unanswered) {
      this.refused++
      socket.destroy()
      return false
    }
    this.#unanswered.set(socket, unanswered + 1)
    response.once('close', () => this.#unanswered.set(socket, (this.#unanswered.get(socket) ?? 1) - 1))
    return true
  }

  /** At the end of the answer, or of the connection: answers that wait behind another one hear nothing of that. */
  whenOver(socket: Socket, response: ServerResponse, work: () => void) {
    // Nothing would tell of it any more.
    if (socket.destroyed || response.closed) return work()
    const underWay = this.#underWay.get(socket)
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

  /** It is a live connection from now on; false where there are too many of them. */
  becomesLive(socket: Socket): boolean {
    socket.once('close', () => this.#live--)
    return ++this.#live <= this.#limits.live
  }

  #come(socket: Socket) {
    const underWay = new Set<() => void>()
    this.#underWay.set(socket, underWay)
    socket.once('close', () => {
      this.#underWay.delete(socket)
      for (const over of underWay) over()
    })
    const address = socket.remoteAddress ?? ''
    if (this.#proxies.isProxy(address)) return
    const network = networkOf(address)
    const count = (this.#ofNetwork.get(network) ?? 0) + 1
    this.#ofNetwork.set(network, count)
    socket.once('close', () => this.#subtract(network))
    if (count <= this.#limits.each) return
    this.refused++
    socket.destroy()
  }

  #subtract(network: string) {
    const count = (this.#ofNetwork.get(network) ?? 0) - 1
    if (count > 0) this.#ofNetwork.set(network, count)
    else this.#ofNetwork.delete(network)
  }
}
