// The HTTP server below the routes, from the port to its end: limits against slow and endless requests.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyServerFactory } from 'fastify'
import type { Connections } from './limits/connections.ts'

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

/**
 * When the server ends, what is being answered is answered. Its connection would be kept for whatever may follow, and a
 * download that nobody reads for ever: neither holds the end up.
 */
export function endSoon(app: FastifyInstance) {
  app.addHook('preClose', async () => {
    const { server, drain } = app
    const letGo = server.closeIdleConnections.bind(server)
    const from = performance.now() + (drain.isOn ? serverLimits.lastCallMs : 0)
    // To Node a connection is idle on which the first request is still on its way.
    if (drain.isOn) server.closeIdleConnections = () => {}
    const idle = setInterval(() => performance.now() >= from && letGo(), 100).unref()
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
