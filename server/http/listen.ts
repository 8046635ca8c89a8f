// The HTTP server below the routes, from opening to closing the port: limits against slow and endless requests, and
// the number of connections per address. One address must not use up all connections. A trusted proxy connects for
// many clients and is exempt: it has to limit its own clients (docs/betrieb/proxy.md).
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyServerFactory } from 'fastify'
import { networkOf, type TrustedProxies } from './address.ts'

declare module 'fastify' {
  interface FastifyInstance {
    drain: Drain
  }
}

export const serverLimits = {
  /**
   * Connections that may wait to be accepted, e.g. after a restart, when everybody reconnects. Node's default
   * of 511 fills in an eighth of a second with 5,000 people, and a dropped client retries a second later. The
   * system may allow fewer (`net.core.somaxconn`).
   */
  backlog: 4_096,
  /** Time for a whole request to arrive. */
  requestMs: 30_000,
  headersMs: 10_000,
  keepAliveMs: 72_000,
  /** Time to finish requests in progress when the server stops. */
  farewellMs: 8_000,
  /** After a drain, time for requests that were already sent to us. */
  lastCallMs: 500,
}

const openFileLimit = () => {
  const { userLimits } = process.report.getReport() as {
    userLimits?: { open_files?: { soft: number | 'unlimited' } }
  }
  return Number(userLimits?.open_files?.soft) || Number.POSITIVE_INFINITY
}
/**
 * Upper bound of open connections: 80 % of the file descriptors, at most 20,000. The database and outgoing
 * requests need the rest.
 */
const all = Math.min(20_000, Math.floor(openFileLimit() * 0.8))

export const connectionLimits = {
  all,
  /**
   * Per address, except for trusted proxies. Enough for a company behind one address, with six connections per
   * browser.
   */
  each: Math.min(4_000, Math.floor(all / 4)),
  /** Maximum of WebSockets; the rest is for requests. */
  live: Math.floor(all * 0.8),
  requests: 100_000,
  /**
   * Upper bound of unanswered requests per connection. The second one covers a request that arrives while the
   * end of the previous answer is in transit. Browsers and proxies never pipeline more.
   */
  unanswered: 2,
  /** A client that reads nothing of its answer for this long is disconnected. */
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
        // The app refuses a missing host itself, so that this answer has the usual headers.
        requireHostHeader: false,
      },
      (request, response) => {
        drain.mark(response)
        if (connections.admits(request, response)) handler(request, response)
      },
    )
    server.maxHeadersCount = 100
    // Unknown `Expect` headers are ignored.
    server.on('checkExpectation', (request, response) => server.emit('request', request, response))
    connections.watch(server)
    return server
  }
}

export class Connections {
  readonly #proxies: TrustedProxies
  readonly #limits: typeof connectionLimits
  /** Open sockets and their number of unanswered requests. */
  readonly #open = new Map<Socket, number>()
  readonly #ofNetwork = new Map<string, number>()
  #live = 0
  /** Number of connections refused by the limits. */
  refused = 0

  constructor(proxies: TrustedProxies, limits = connectionLimits) {
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
      // With this listener Node does not destroy idle sockets itself. A client that waits for our response is not
      // idle.
      const isOurTurn = (this.#open.get(socket) ?? 0) > 0 && socket.writableLength === 0
      if (!isOurTurn) socket.destroy()
    })
  }

  /** True if this connection may start a request; otherwise the connection is destroyed. */
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

  /** Counts the connection as a WebSocket; false beyond the limit. */
  countWebSocket(socket: Socket): boolean {
    socket.once('close', () => this.#live--)
    return ++this.#live <= this.#limits.live
  }

  #count(socket: Socket, more: number): boolean {
    const unanswered = this.#open.get(socket)
    // The socket is closed and has no counter any more.
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

/**
 * Runs work when the answer is finished or the connection closes. Both are needed: a pipelined answer gets no
 * 'close' event of its own.
 */
export function onFinished({ socket }: IncomingMessage, response: ServerResponse, work: () => void) {
  // Already closed: no `close` event would follow.
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
 * Graceful shutdown: requests in progress are answered. Keep-alive connections and stalled downloads are
 * closed, so that neither delays the end.
 */
export function closeGracefully(app: FastifyInstance) {
  app.addHook('preClose', async () => {
    const { server, drain } = app
    const closeIdle = server.closeIdleConnections.bind(server)
    const from = performance.now() + (drain.isOn ? serverLimits.lastCallMs : 0)
    // While the server closes, Node and Fastify call this method, which would close connections whose first request
    // is still arriving.
    if (drain.isOn) server.closeIdleConnections = () => {}
    const idle = setInterval(() => performance.now() >= from && closeIdle(), 100).unref()
    const late = setTimeout(() => server.closeAllConnections(), serverLimits.farewellMs).unref()
    server.once('close', () => {
      clearInterval(idle)
      clearTimeout(late)
    })
  })
}

/** Offers of other protocols (`h2c`, as some clients send with every request) are ignored. */
const wantsLiveConnection = ({ headers }: IncomingMessage) => headers.upgrade?.toLowerCase() === 'websocket'

/**
 * Draining before shutdown: the node reports „not ready“, so that balancers send new requests elsewhere, but still
 * answers everything. Each answer closes its connection, so that no client reuses a connection that is about to be
 * cut.
 */
export class Drain {
  /** Never reset: the shutdown follows. */
  isOn = false
  readonly #cut = new AbortController()

  async begin(seconds: number) {
    this.isOn = true
    // The sleep rejects only if `cutShort` aborts it.
    await sleep(seconds * 1_000, undefined, { signal: this.#cut.signal }).catch(() => {})
  }

  /** Ends the drain at once, on a second signal. */
  cutShort() {
    this.#cut.abort()
  }

  /** Call before the head of the response is written. */
  mark(response: ServerResponse) {
    if (this.isOn) response.shouldKeepAlive = false
  }
}

export const SHUTDOWN_SENTENCE =
  'Dieser Server wird gerade beendet. Bitte versuchen Sie es gleich noch einmal.'
