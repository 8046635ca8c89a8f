// The HTTP server below the routes: limits against slow and endless requests, and the answers that need no routing.
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { FastifyInstance, FastifyServerFactory } from 'fastify'
import type { Drain } from './drain.ts'
import type { Connections } from './limits/connections.ts'
import { withManyDoors } from './many-doors.ts'
import type { PutOff } from './overload/put-off.ts'

export const limits = {
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

type ServerParts = {
  putOff: PutOff
  connections: Connections
  drain: Drain
}

export function serverFactory({ putOff, connections, drain }: ServerParts): FastifyServerFactory {
  return (handler): Server => {
    const server = createServer(
      {
        requestTimeout: limits.requestMs,
        headersTimeout: limits.headersMs,
        keepAliveTimeout: limits.keepAliveMs,
        connectionsCheckingInterval: 5_000,
        noDelay: true,
        shouldUpgradeCallback: wantsLiveConnection,
        // Refused by the app, so that this answer too has the headers of every answer.
        requireHostHeader: false,
      },
      (request, response) => {
        drain.mark(response)
        if (putOff.answers(request, response)) return
        connections.begin(request, response, () => handler(request, response))
      },
    )
    server.maxHeadersCount = 100
    // An unknown `Expect` header is ignored.
    server.on('checkExpectation', (request, response) => server.emit('request', request, response))
    connections.watch(server)
    return withManyDoors(server)
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
    const from = performance.now() + (drain.isOn ? limits.lastCallMs : 0)
    // To Node a connection is idle on which the first request is still on its way.
    if (drain.isOn) server.closeIdleConnections = () => {}
    const idle = setInterval(() => performance.now() >= from && letGo(), 100).unref()
    const late = setTimeout(() => server.closeAllConnections(), limits.farewellMs).unref()
    server.once('close', () => {
      clearInterval(idle)
      clearTimeout(late)
    })
  })
}

/** An offer of anything else (`h2c`, as some clients make with every request) is ignored. */
const wantsLiveConnection = ({ headers }: IncomingMessage) => headers.upgrade?.toLowerCase() === 'websocket'
