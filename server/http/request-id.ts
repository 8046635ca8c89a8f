// The id of one request in every line of the log, in the answer, and by a proxy before us: its own name where a trusted
// one gives one that is nothing but a name, else ours.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Proxies } from './address.ts'

export const REQUEST_ID = 'x-request-id'
const wellFormed = /^[\w.:-]{1,64}$/

export const requestIdOf =
  ({ isProxy }: Proxies) =>
  ({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): string => {
    const said = headers[REQUEST_ID]
    return typeof said === 'string' && wellFormed.test(said) && isProxy(socket.remoteAddress ?? '')
      ? said
      : randomUUID()
  }

/** In the answer too, also where nothing is found. */
export function nameRequests(app: FastifyInstance) {
  app.addHook('onRequest', async ({ id }, reply) => {
    reply.header(REQUEST_ID, id)
  })
}
