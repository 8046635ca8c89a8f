import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { type ServerOptions, WebSocketServer } from 'ws'
import type { ChatKind } from '#contract/chat.ts'
import type { Caller } from '#server/auth/sessions.ts'
import { Refused } from '#server/http/errors.ts'
import { answerHeaders, ownOrigin } from '#server/http/security.ts'
import type { Kontor } from '#server/kontor.ts'
import { getRoom } from '../rooms.ts'
import { Hub } from './hub.ts'
import { Listener } from './listener.ts'

/**
 * The live connection of a room, on the path of its messages: with a session, from our own pages, to read only.
 * What does not belong here is answered before anything is opened.
 */
const path = /^\/chat\/(groups|direct)\/(\d{1,9})\/(?:\?.*)?$/
/** A browser has nothing to say here. */
const MOST_SAID = 1024
/** Of the protocol: the only one that ever became a standard. */
const VERSION = '13'
/** Whoever does not answer the farewell, or never lets go of their side, is not waited for longer. */
const FAREWELL_MS = 2_000

export function chatLive(app: FastifyInstance, kontor: Kontor): Hub {
  const hub = new Hub(kontor, app.sessions)
  const isOwnOrigin = ownOrigin(kontor.config)
  // The library's types do not know the last one yet.
  const options: ServerOptions & { closeTimeout: number } = {
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: MOST_SAID,
    closeTimeout: FAREWELL_MS,
  }
  const server = new WebSocketServer(options)
  const headers = answerHeaders(kontor.config.publicUrl)
  server.on('wsClientError', (_error, socket) => refuse(socket, 400, headers))
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    dropWhenBroken(socket)
    open(request).then(
      ({ by, room }) =>
        server.handleUpgrade(request, socket, head, (web) => {
          const listener = new Listener(web, socket as Socket, request.headers.cookie, by, room)
          hub
            .join(listener)
            .catch((error: unknown) => listener.close(error instanceof Refused ? 'member' : 'restart'))
        }),
      (error: unknown) => {
        const { status, user_id } = error instanceof NotHere ? error : new NotHere(503)
        const address = request.socket.remoteAddress ?? ''
        app.refusals.note({
          code: codes[status],
          status,
          address,
          user_id,
          route: 'GET /chat/:kind/:room_id/',
        })
        refuse(socket, status, headers)
      },
    )
  })
  app.addHook('preClose', async () => {
    hub.close()
    server.close()
  })
  return hub

  async function open(request: IncomingMessage) {
    const [, kind, id] = path.exec(request.url ?? '') ?? []
    if (kind === undefined) throw new NotHere(404)
    const { origin, host, cookie, 'sec-websocket-version': version } = request.headers
    if (host === undefined) throw new NotHere(400)
    if (version !== VERSION) throw new NotHere(426)
    if (origin !== undefined && !isOwnOrigin(request)) throw new NotHere(403)
    let by: Caller | undefined
    try {
      by = await app.sessions.find(cookie)
      if (!by) throw new NotHere(401)
      return { by, room: await getRoom(kontor.db, by, kind as ChatKind, Number(id)) }
    } catch (error) {
      throw error instanceof Refused ? new NotHere(404, by?.id) : error
    }
  }
}

/** Apart from the request: what stands beside this listener in one function would be kept as long as the connection. */
function dropWhenBroken(socket: Duplex) {
  socket.on('error', () => socket.destroy())
}

const codes = {
  400: 'bad_request',
  401: 'unauthorized',
  403: 'foreign_origin',
  404: 'not_found',
  426: 'bad_request',
  503: 'unavailable',
} as const

class NotHere extends Error {
  readonly status: keyof typeof codes
  readonly user_id: number | undefined

  constructor(status: keyof typeof codes, user_id?: number) {
    super()
    this.status = status
    this.user_id = user_id
  }
}

function refuse(socket: Duplex, status: number, headers: Record<string, string>) {
  // Nobody else lets go of it: without this, whoever never closes their own side keeps it for ever.
  socket.once('finish', () => socket.destroy())
  const lines = Object.entries({
    ...headers,
    ...(status === 426 && { upgrade: 'websocket', 'sec-websocket-version': VERSION }),
    connection: status === 426 ? 'upgrade, close' : 'close',
    'content-length': 0,
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`)
}
