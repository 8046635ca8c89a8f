// Answers 503 before any routing where a call cannot have its place now: a refusal must cost far less than what it
// spares.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { AccessLog } from '../access-log.ts'
import { type Proxies, plainAddress } from '../address.ts'
import { bodyOf, refuse, statusOfRefusal } from '../errors.ts'
import type { Connections } from '../limits/connections.ts'
import { REQUEST_ID, requestIdOf } from '../request-id.ts'
import type { Requests } from '../requests.ts'
import type { Overload } from './overload.ts'
import { readAt } from './priorities.ts'

declare module 'fastify' {
  interface FastifyInstance {
    overload: Overload
  }
}

type PutOffParts = {
  overload: Overload
  connections: Connections
  requests: Requests
  access: AccessLog
  proxies: Proxies
  headers: Record<string, string>
}

const CODE = 'overloaded'
const STATUS = statusOfRefusal(CODE)
/** As a text it goes out with the headers in one piece. */
const BODY = JSON.stringify(bodyOf(refuse(CODE)))
const BYTES = Buffer.byteLength(BODY)

export class PutOff {
  readonly #parts: PutOffParts
  /** As they go out; the last two values are each answer's own. */
  readonly #headers: string[]

  constructor(parts: PutOffParts) {
    this.#parts = parts
    this.#headers = Object.entries({
      ...parts.headers,
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(BYTES),
      [REQUEST_ID]: '',
      'retry-after': '',
    }).flat()
  }

  /** True if it has answered; else the request goes on, and is counted as being at work. */
  answers(request: IncomingMessage, response: ServerResponse): boolean {
    const { overload, connections } = this.#parts
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const read = isRead ? readAt(request.url ?? '') : undefined
    if (isRead && !read) return false
    const priority = read?.priority ?? 'high'
    // Behind an answer that is still to come it takes its turn.
    const hasTurn = !connections.isFree(request.socket)
    if (hasTurn) overload.hears()
    if (hasTurn || overload.admits(priority)) {
      overload.enter(priority, response)
      return false
    }
    // A body that may follow is read no more.
    if (!isRead) response.shouldKeepAlive = false
    this.#refuse(read?.path, request, response)
    return true
  }

  #refuse(route: string | undefined, request: IncomingMessage, response: ServerResponse) {
    const { overload, requests, access, proxies } = this.#parts
    const request_id = requestIdOf(proxies)(request)
    this.#headers[this.#headers.length - 3] = request_id
    this.#headers[this.#headers.length - 1] = String(overload.again)
    response.writeHead(STATUS, this.#headers)
    response.end(request.method === 'HEAD' ? undefined : BODY)
    requests.count({ method: request.method ?? '', url: route }, STATUS, 0)
    requests.refuse(CODE)
    if (access.isOn)
      access.note({
        route: route === undefined ? 'unknown' : `${request.method} ${route}`,
        status: STATUS,
        ms: 0,
        bytes: BYTES,
        request_id,
        user_id: undefined,
        address: plainAddress(proxies.visitorOf(request)),
      })
  }
}

/** An answer that is made needs no place any more, however slowly it is read. */
export function leaveWhenAnswered(app: FastifyInstance, overload: Overload) {
  app.decorate('overload', overload)
  overload.start()
  app.addHook('onSend', async (_request, reply) => overload.leave(reply.raw))
  app.addHook('onClose', async () => overload.stop())
}
