// The setting `ACCESS_LOG`: a line for each request, with its route in place of what was typed, and no query.
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { plainAddress } from './address.ts'
import type { Connections } from './limits/connections.ts'
import { routeOf, statusOf } from './requests.ts'

export type Access = {
  route: string | undefined
  /** 0 where nobody waited for the answer. */
  status: number
  ms: number
  /** Bytes of the answer's body. */
  bytes: number
  request_id: string
  user_id: number | undefined
  address: string
}

export class AccessLog {
  #log: FastifyBaseLogger | undefined

  begin(log: FastifyBaseLogger) {
    this.#log = log
  }

  get isOn(): boolean {
    return this.#log !== undefined
  }

  note({ route = 'unknown', ms, ...access }: Access) {
    const [method, path] = route === 'unknown' ? [undefined, route] : route.split(' ')
    this.#log?.info(
      { event: 'request', method, route: path, ms: Math.round(ms * 10) / 10, ...access },
      'request',
    )
  }
}

export function logAccess(app: FastifyInstance, access: AccessLog, connections: Connections) {
  // With ACCESS_LOG it is written whatever LOG_LEVEL says.
  access.begin(app.log.child({}, { level: 'info' }))
  app.addHook('onRequest', async (request, reply) => {
    const { socket } = request.raw
    const before = socket.bytesWritten
    connections.whenOver(socket, reply.raw, () => {
      const length = reply.getHeader('content-length')
      access.note({
        route: routeOf(request),
        status: statusOf(reply),
        ms: reply.elapsedTime,
        // A stream does not say beforehand: then its head is counted along.
        bytes: length === undefined ? socket.bytesWritten - before : Number(length),
        request_id: request.id,
        user_id: request.caller?.id,
        address: plainAddress(request.ip),
      })
    })
  })
}
