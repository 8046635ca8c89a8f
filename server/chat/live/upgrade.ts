// WebSocket upgrade for a room's live connection. The request needs a session, and pages of other origins are
// refused. The client may send no data afterwards. Invalid requests are refused before the upgrade.
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { type ServerOptions, WebSocketServer } from 'ws'
import type { ChatKind } from '#contract/chat.ts'
import type { Caller } from '#server/caller.ts'
import { parseSessionCookie } from '#server/http/access.ts'
import { networkOf, type TrustedProxies } from '#server/http/address.ts'
import { endWithRefusal } from '#server/http/answer-error.ts'
import { Refused, refuse, statusOfRefusal } from '#server/http/errors.ts'
import type { Connections } from '#server/http/listen.ts'
import { REQUEST_ID, requestIdOf } from '#server/http/requests.ts'
import { answerHeaders, createOriginCheck } from '#server/http/security.ts'
import type { Kontor } from '#server/kontor.ts'
import type { RoomKey } from '../room-key.ts'
import { getRoom } from '../store.ts'
import { Hub } from './hub.ts'
import { type FrameCounters, Listener } from './listener.ts'

const pathPattern = /^\/chat\/(groups|direct)\/(\d{1,9})\/(?:\?.*)?$/
/** Clients send no data, so the limit is small. */
const MAX_RECEIVED_BYTES = 1024
/** The standardised version of the WebSocket protocol. */
const WEBSOCKET_VERSION = '13'
const upgradeHeaders = {
  connection: 'upgrade, close',
  upgrade: 'websocket',
  'sec-websocket-version': WEBSOCKET_VERSION,
}
/** Timeout for the closing handshake. */
const CLOSE_TIMEOUT_MS = 2_000
const LISTENING_CHECK_MS = 5
/** Retry-After in seconds if all connection slots are taken; the next attempt may reach another node. */
const FULL_RETRY_SECONDS = 10

type Dependencies = { connections: Connections; proxies: TrustedProxies; frames: FrameCounters }

export function registerLiveChat(
  app: FastifyInstance,
  kontor: Kontor,
  { connections, proxies, frames }: Dependencies,
) {
  const hub = new Hub(kontor, app.sessions, (error) => app.failures.tell(error, app.log))
  const isOwnOrigin = createOriginCheck(kontor.config, proxies)
  // The library's types lack `closeTimeout`.
  const options: ServerOptions & { closeTimeout: number } = {
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: MAX_RECEIVED_BYTES,
    closeTimeout: CLOSE_TIMEOUT_MS,
  }
  const server = new WebSocketServer(options)
  const headers = answerHeaders(kontor.config.publicUrl)
  const nameOf = requestIdOf(proxies)
  server.on('wsClientError', (_error, socket) => endWithRefusal(socket, refuse('bad_request'), headers))
  app.server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    destroyOnError(socket)
    void open(request, socket, head)
  })
  app.addHook('preClose', async () => {
    server.close()
    whenPortClosed(app.server, () => hub.close())
  })

  async function open(request: IncomingMessage, socket: Socket, head: Buffer) {
    const hasRoom = connections.countWebSocket(socket)
    let by: Caller | undefined
    try {
      const room = roomOf(request, hasRoom)
      // Requests count against the rate limit before the session is checked, so that refused ones count, too.
      spendRequestBudget(request)
      const session = parseSessionCookie(request.headers.cookie)?.token
      if (session !== undefined) by = await app.sessions.callerWith(session)
      if (session === undefined || !by) throw refuse('unauthorized')
      if (by.must_add_factor) throw refuse('factor_missing')
      // The 'close' event of a closed socket has already fired, so its slot would never be released.
      if (socket.destroyed) return
      // The slot is released when the socket closes, even if the upgrade fails.
      socket.once('close', kontor.budgets.acquireNow('live_connections', by.id))
      await getRoom(kontor.db, by, room)
      const listening = { by, room, session }
      server.handleUpgrade(request, socket, head, (web) => {
        void hub.join(new Listener({ web, socket, frames }, listening))
      })
    } catch (error) {
      const refused = error instanceof Refused ? error : refuse('unavailable')
      const request_id = nameOf(request)
      app.requests.refuse(refused.code)
      app.refusals.note({
        code: refused.code,
        status: statusOfRefusal(refused.code),
        address: proxies.visitorOf(request),
        user_id: by?.id,
        route: 'GET /chat/:kind/:room_id/',
        request_id,
      })
      endWithRefusal(socket, refused, {
        ...headers,
        ...(refused.code === 'wrong_version' && upgradeHeaders),
        [REQUEST_ID]: request_id,
      })
    }
  }

  function roomOf(request: IncomingMessage, hasRoom: boolean): RoomKey {
    const [, kind, id] = pathPattern.exec(request.url ?? '') ?? []
    if (kind === undefined) throw refuse('not_found')
    const { origin, host, 'sec-websocket-version': version } = request.headers
    if (host === undefined) throw refuse('bad_request')
    if (version !== WEBSOCKET_VERSION) throw refuse('wrong_version')
    if (origin !== undefined && !isOwnOrigin(request)) throw refuse('foreign_origin')
    if (!hasRoom) throw refuse('unavailable', undefined, FULL_RETRY_SECONDS)
    return { kind: kind as ChatKind, id: Number(id) }
  }

  function spendRequestBudget(request: IncomingMessage) {
    const person = app.sessions.cachedCaller({ cookie: request.headers.cookie })?.id
    if (person !== undefined) kontor.budgets.spend('requests', person)
    else kontor.budgets.spend('unknown_requests', networkOf(proxies.visitorOf(request)))
  }
}

/** Runs `work` once the port is closed, so that clients that are told to reconnect reach another node. */
function whenPortClosed(server: FastifyInstance['server'], work: () => void) {
  if (server.listening) setTimeout(() => whenPortClosed(server, work), LISTENING_CHECK_MS)
  else work()
}

/**
 * Outside of `open`, because a closure in there would keep the request in memory as long as the connection.
 */
function destroyOnError(socket: Duplex) {
  socket.on('error', () => socket.destroy())
}
