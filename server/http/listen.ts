import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { FastifyServerFactory } from 'fastify'
import type { Polled } from './polled.ts'

/** The HTTP server below the routes: limits against slow and endless requests, and the answers that need no routing. */
export const limits = {
  /** A whole request must have arrived by then. */
  requestMs: 30_000,
  headersMs: 10_000,
  keepAliveMs: 72_000,
  connections: 20_000,
  bodyBytes: 1024 * 1024,
}

export function serverFactory(polled: Polled): FastifyServerFactory {
  return (handler): Server => {
    const server = createServer(
      {
        requestTimeout: limits.requestMs,
        headersTimeout: limits.headersMs,
        keepAliveTimeout: limits.keepAliveMs,
        connectionsCheckingInterval: 5_000,
        noDelay: true,
        shouldUpgradeCallback: wantsLiveConnection,
      },
      (request, response) => {
        if (!polled.replay(request, response)) handler(request, response)
      },
    )
    server.maxConnections = limits.connections
    server.maxHeadersCount = 100
    return server
  }
}

/** Whoever offers anything else (`h2c`, as some clients do with every request) is answered as if they had not. */
const wantsLiveConnection = ({ headers }: IncomingMessage) => headers.upgrade?.toLowerCase() === 'websocket'
