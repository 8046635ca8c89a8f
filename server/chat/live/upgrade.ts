// The live connection of a room, on the path of its messages: with a session, from our own pages, to read only.
// Requests that do not belong here are answered before anything is opened.
import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { type ServerOptions, WebSocketServer } from 'ws'
import type { ChatKind } from '#contract/chat.ts'
import type { Caller } from '#server/caller.ts'
import { sessionCookie } from '#server/http/access.ts'
import { networkOf, type Proxies } from '#server/http/address.ts'
import { bodyOf, type Code, Refused, refuse, statusOfRefusal } from '#server/http/errors.ts'
import type { Connections } from '#server/http/listen.ts'
import { REQUEST_ID, requestIdOf } from '#server/http/requests.ts'
import { answerHeaders, ownOrigin } from '#server/http/security.ts'
import type { Kontor } from '#server/kontor.ts'
import { getRoom } from '../store.ts'
import { Hub } from './hub.ts'
import { type Frames, Listener } from './listener.ts'

const path = /^\/chat\/(groups|direct)\/(\d{1,9})\/(?:\?.*)?$/
/** A browser has nothing to say here. */
const MOST_SAID = 1024
/** The version of the protocol: the only one that became a standard. */
const VERSION = '13'
const WRONG_VERSION = 426
/** A client that does not answer the closing handshake is not waited for longer. */
const FAREWELL_MS = 2_000
const DEAF_LOOK_MS = 5
/** When there are too many: another node may have room, or somebody goes. */
const FULL_S = 10

type Parts = { connections: Connections; proxies: Proxies; frames: Frames }

export function chatLive(app: FastifyInstance, kontor: Kontor, { connections, proxies, frames }: Parts): Hub {
  const hub = new Hub(kontor, app.sessions, (error) => app.failures.tell(error, app.log))
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
  const nameOf = requestIdOf(proxies)
  server.on('wsClientError', (_error, socket) => end(socket, new NotHere('bad_request'), headers))
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    dropWhenBroken(socket)
    const hasRoom = connections.becomesLive(socket as Socket)
    open(request, socket, hasRoom).then(
      ({ by, room, session }) =>
        server.handleUpgrade(request, socket, head, (web) => {
          const listener = new Listener({ web, socket: socket as Socket, frames }, session, by, room)
          void hub.join(listener)
        }),
      (error: unknown) => {
        const notHere = error instanceof NotHere ? error : new NotHere('unavailable')
        const { code, status, user_id } = notHere
        const request_id = nameOf(request)
        app.requests.refuse(code)
        app.refusals.note({
          code,
          status,
          address: proxies.visitorOf(request),
          user_id,
          route: 'GET /chat/:kind/:room_id/',
          request_id,
        })
        end(socket, notHere, { ...headers, [REQUEST_ID]: request_id })
      },
    )
  })
  app.addHook('preClose', async () => {
    server.close()
    onceDeaf(app.server, () => hub.close())
  })
  return hub

  async function open(request: IncomingMessage, socket: Duplex, hasRoom: boolean) {
    const [, kind, id] = path.exec(request.url ?? '') ?? []
    if (kind === undefined) throw new NotHere('not_found')
    const { origin, host, cookie, 'sec-websocket-version': version } = request.headers
    if (host === undefined) throw new NotHere('bad_request')
    if (version !== VERSION) throw new NotHere('bad_request', { status: WRONG_VERSION })
    if (origin !== undefined && !isOwnOrigin(request)) throw new NotHere('foreign_origin')
    if (!hasRoom) throw new NotHere('unavailable', { seconds: FULL_S })
    let by: Caller | undefined
    try {
      countAsked(request)
      by = await app.sessions.find(cookie)
      if (!by) throw new NotHere('unauthorized')
      if (by.must_add_factor) throw new NotHere('factor_missing', { user_id: by.id })
      // A client that has left meanwhile would be counted for ever.
      if (socket.destroyed) throw new NotHere('not_found')
      // As long as the socket: from here on it is one of theirs, whatever becomes of it.
      socket.once('close', kontor.budgets.acquireNow('live_connections', by.id))
      const room = { kind: kind as ChatKind, id: Number(id) }
      await getRoom(kontor.db, by, room)
      return { by, room, session: sessionCookie(cookie) }
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      throw error.code === 'too_many'
        ? new NotHere('too_many', { user_id: by?.id, seconds: error.seconds, sentence: error.message })
        : new NotHere('not_found', { user_id: by?.id })
    }
  }

  function countAsked(request: IncomingMessage) {
    const person = app.sessions.cachedCaller({ cookie: request.headers.cookie })?.id
    if (person !== undefined) kontor.budgets.spend('requests', person)
    else kontor.budgets.spend('unknown_requests', networkOf(proxies.visitorOf(request)))
  }
}

/** Clients that are told to reconnect must not come back to this very node. */
function onceDeaf(server: FastifyInstance['server'], work: () => void) {
  if (server.listening) setTimeout(() => onceDeaf(server, work), DEAF_LOOK_MS)
  else work()
}

/** Apart from the request: what stands beside this listener in one function would be kept as long as the connection. */
function dropWhenBroken(socket: Duplex) {
  socket.on('error', () => socket.destroy())
}

type About = {
  user_id?: number | undefined
  /** After which it may be tried again. */
  seconds?: number | undefined
  sentence?: string
  /** Where it is not that of the code. */
  status?: number
}

class NotHere extends Error {
  readonly code: Code
  readonly status: number
  readonly user_id: number | undefined
  readonly seconds: number | undefined

  constructor(code: Code, { user_id, seconds, sentence, status }: About = {}) {
    super(sentence ?? refuse(code).message)
    this.code = code
    this.status = status ?? statusOfRefusal(code)
    this.user_id = user_id
    this.seconds = seconds
  }
}

function end(socket: Duplex, { code, status, seconds, message }: NotHere, headers: Record<string, string>) {
  // Nobody else lets go of it: without this, whoever never closes their own side keeps it for ever.
  socket.once('finish', () => socket.destroy())
  const body = JSON.stringify(bodyOf(refuse(code, message)))
  const lines = Object.entries({
    ...headers,
    ...(status === WRONG_VERSION && { upgrade: 'websocket', 'sec-websocket-version': VERSION }),
    ...(seconds !== undefined && { 'retry-after': seconds }),
    connection: status === WRONG_VERSION ? 'upgrade, close' : 'close',
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
}
