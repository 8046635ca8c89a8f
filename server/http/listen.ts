import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { FastifyInstance, FastifyServerFactory } from 'fastify'
import type { Connections } from './connections.ts'
import type { Polled } from './polled.ts'

/** The HTTP server below the routes: limits against slow and endless requests, and the answers that need no routing. */
export const limits = {
  /** A whole request must have arrived by then. */
  requestMs: 30_000,
  headersMs: 10_000,
  keepAliveMs: 72_000,
  bodyBytes: 1024 * 1024,
  /** What is still being answered when the server ends has so long to finish. */
  farewellMs: 8_000,
}

export function serverFactory(polled: Polled, connections: Connections): FastifyServerFactory {
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
        if (polled.replay(request, response)) return
        connections.begin(request, response, () => handler(request, response))
      },
    )
    server.maxHeadersCount = 100
    // Whoever expects what nobody here promises is answered as if they had not.
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
    const { server } = app
    const idle = setInterval(() => server.closeIdleConnections(), 100).unref()
    const late = setTimeout(() => server.closeAllConnections(), limits.farewellMs).unref()
    server.once('close', () => {
      clearInterval(idle)
      clearTimeout(late)
    })
  })
}

/** Whoever offers anything else (`h2c`, as some clients do with every request) is answered as if they had not. */
const wantsLiveConnection = ({ headers }: IncomingMessage) => headers.upgrade?.toLowerCase() === 'websocket'
