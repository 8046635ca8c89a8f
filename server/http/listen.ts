// The HTTP server below the routes, from the port to its end: limits against slow and endless requests, and how many
// connections there are, and of whom. No address may have so many that nobody else gets in. A proxy of ours speaks for
// many and is not counted: there it bounds its visitors itself (docs/betrieb/proxy.md).
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyServerFactory } from 'fastify'
import { networkOf, type Proxies } from './address.ts'

declare module 'fastify' {
  interface FastifyInstance {
    drain: Drain
  }
}

export const serverLimits = {
  /**
   * So many connections may wait until they are taken, as after a restart, when everybody comes back at once. Node's
   * 511 are full after an eighth of a second of 5,000 people; whoever is not let in tries again a second later. The
   * system may allow fewer (`net.core.somaxconn`).
   */
  backlog: 4_096,
  /** A whole request must have arrived by then. */
  requestMs: 30_000,
  headersMs: 10_000,
  keepAliveMs: 72_000,
  /** Requests that are still being answered when the server ends have so long to finish. */
  farewellMs: 8_000,
  /** After a drain: what has been sent to us by the end arrives within this. */
  lastCallMs: 500,
}

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

type ServerParts = { connections: Connections; drain: Drain }

export function serverFactory({ connections, drain }: ServerParts): FastifyServerFactory {
  return (handler): Server => {
    const server = createServer(
      {
        requestTimeout: serverLimits.requestMs,
        headersTimeout: serverLimits.headersMs,
        keepAliveTimeout: serverLimits.keepAliveMs,
        connectionsCheckingInterval: 5_000,
        noDelay: true,
        shouldUpgradeCallback: wantsLiveConnection,
        // Refused by the app, so that this answer too has the headers of every answer.
        requireHostHeader: false,
      },
      (request, response) => {
        drain.mark(response)
        if (connections.admits(request, response)) handler(request, response)
      },
    )
    server.maxHeadersCount = 100
    // An unknown `Expect` header is ignored.
    server.on('checkExpectation', (request, response) => server.emit('request', request, response))
    connections.watch(server)
    return server
  }
}

export class Connections {
  readonly #proxies: Proxies
  readonly #limits: typeof connectionLimits
  /** The open ones, with how many requests of each are not answered yet. */
  readonly #open = new Map<Socket, number>()
  readonly #ofNetwork = new Map<string, number>()
  #live = 0
  /** Connections refused for their number. */
  refused = 0

  constructor(proxies: Proxies, limits = connectionLimits) {
    this.#proxies = proxies
    this.#limits = limits
  }

  get size(): number {
    return this.#open.size
  }

  watch(server: Server) {
    server.maxConnections = this.#limits.all
    server.maxRequestsPerSocket = this.#limits.requests
    server.timeout = this.#limits.unreadMs
    server.on('drop', () => this.refused++)
    server.on('connection', (socket: Socket) => this.#come(socket))
    server.on('timeout', (socket: Socket) => {
      // Nothing has moved for a while. Only who waits for an answer that is being made is not held to be gone.
      const isOurTurn = (this.#open.get(socket) ?? 0) > 0 && socket.writableLength === 0
      if (!isOurTurn) socket.destroy()
    })
  }

  /** True if a request of this connection may begin; the connection is given up where too many are unanswered. */
  admits({ socket }: IncomingMessage, response: ServerResponse): boolean {
    if (socket.destroyed) return false
    if (!this.#count(socket, 1)) {
      this.refused++
      socket.destroy()
      return false
    }
    response.once('close', () => this.#count(socket, -1))
    return true
  }

  /** It is a live connection from now on; false where there are too many of them. */
  becomesLive(socket: Socket): boolean {
    socket.once('close', () => this.#live--)
    return ++this.#live <= this.#limits.live
  }

  #count(socket: Socket, more: number): boolean {
    const unanswered = this.#open.get(socket)
    // It has ended.
    if (unanswered === undefined) return true
    if (unanswered + more > this.#limits.unanswered) return false
    this.#open.set(socket, unanswered + more)
    return true
  }

  #come(socket: Socket) {
    this.#open.set(socket, 0)
    socket.once('close', () => this.#open.delete(socket))
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

/** At the end of the answer, or of the connection: an answer that waits behind another one hears nothing of that. */
export function whenOver({ socket }: IncomingMessage, response: ServerResponse, work: () => void) {
  // Nothing would tell of it any more.
  if (socket.destroyed || response.closed) return work()
  const over = () => {
    socket.off('close', over)
    response.off('close', over)
    work()
  }
  socket.on('close', over)
  response.on('close', over)
}

/**
 * When the server ends, what is being answered is answered. Its connection would be kept for whatever may follow, and a
 * download that nobody reads for ever: neither holds the end up.
 */
export function endSoon(app: FastifyInstance) {
  app.addHook('preClose', async () => {
    const { server, drain } = app
    const closeIdle = server.closeIdleConnections.bind(server)
    const from = performance.now() + (drain.isOn ? serverLimits.lastCallMs : 0)
    // To Node a connection is idle on which the first request is still on its way.
    if (drain.isOn) server.closeIdleConnections = () => {}
    const idle = setInterval(() => performance.now() >= from && closeIdle(), 100).unref()
    const late = setTimeout(() => server.closeAllConnections(), serverLimits.farewellMs).unref()
    server.once('close', () => {
      clearInterval(idle)
      clearTimeout(late)
    })
  })
}

/** An offer of anything else (`h2c`, as some clients make with every request) is ignored. */
const wantsLiveConnection = ({ headers }: IncomingMessage) => headers.upgrade?.toLowerCase() === 'websocket'

/**
 * The time between „this node will end“ and its end: it is not ready any more, so that balancers send new requests
 * elsewhere, and still answers everything well. Each answer is the last of its connection, so that none is left which
 * somebody could be about to ask on when it is closed.
 */
export class Drain {
  /** Once begun it does not end: after it comes the end of the node. */
  isOn = false
  readonly #cut = new AbortController()

  async begin(seconds: number) {
    this.isOn = true
    // Told by cutShort alone.
    await sleep(seconds * 1_000, undefined, { signal: this.#cut.signal }).catch(() => {})
  }

  /** A second signal means: do not wait. */
  cutShort() {
    this.#cut.abort()
  }

  /** Before the answer's head is written. */
  mark(response: ServerResponse) {
    if (this.isOn) response.shouldKeepAlive = false
  }
}

export const LEAVING = 'Dieser Server wird gerade beendet. Bitte versuchen Sie es gleich noch einmal.'
