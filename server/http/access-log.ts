// The setting `ACCESS_LOG`: a line for each request, with its route in place of what was typed, and no query.
import type { FastifyInstance } from 'fastify'
import { plainAddress } from './address.ts'
import type { Connections } from './limits/connections.ts'
import { routeOf, statusOf } from './requests.ts'

export function logAccess(app: FastifyInstance, connections: Connections) {
  // With ACCESS_LOG it is written whatever LOG_LEVEL says.
  const log = app.log.child({}, { level: 'info' })
  app.addHook('onRequest', async (request, reply) => {
    const { socket } = request.raw
    const before = socket.bytesWritten
    connections.whenOver(socket, reply.raw, () => {
      const length = reply.getHeader('content-length')
      const [method, path] = routeOf(request)?.split(' ') ?? [undefined, 'unknown']
      log.info(
        {
          event: 'request',
          method,
          route: path,
          // 0 where nobody waited for the answer.
          status: statusOf(reply),
          ms: Math.round(reply.elapsedTime * 10) / 10,
          // A stream does not say beforehand: then its head is counted along.
          bytes: length === undefined ? socket.bytesWritten - before : Number(length),
          request_id: request.id,
          user_id: request.caller?.id,
          address: plainAddress(request.ip),
        },
        'request',
      )
    })
  })
}
