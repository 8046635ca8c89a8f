// Maps every error of a call to its response: a refusal of the table in errors.ts, or a 500 with a reference number
// that users can report.
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseGone, READ_ONLY_SQLSTATE } from '#server/db/database-gone.ts'
import {
  bodyOf,
  READ_ONLY_SENTENCE,
  Refused,
  refuse,
  retrySecondsOf,
  statusOfRefusal,
  TOO_BUSY_SENTENCE,
} from './errors.ts'
import { routeOf } from './requests.ts'
import { refusalToRecord } from './seen-refusals.ts'

export async function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refused =
    error instanceof Refused
      ? error
      : (refusalFromConstraint(error as DatabaseError) ??
        refusalFromFastify(error as FastifyError, request.routeOptions.config.tooLarge))
  const refusal = (await hasCallerLostAccess(request, refused)) ? refuse('unauthorized') : refused
  if (refusal) {
    recordRefusal(request, refusal, refusal === error ? undefined : error)
    request.server.requests.refuse(refusal.code)
    if (refusal.cause !== undefined)
      request.log.error({ err: refusal.cause, route: routeOf(request) }, 'a request failed')
    return answerRefusal(refusal, reply)
  }
  const reference = request.server.failures.note(
    error,
    { route: routeOf(request), request_id: request.id, log: request.log },
    'a request failed',
  )
  return reply.code(500).send({
    success: false,
    details: `Das hat nicht geklappt. Bitte melden Sie den Fehler mit der Nummer ${reference}.`,
    detail: 'Internal Server Error',
  })
}

/**
 * True if the caller was deleted, anonymised or signed out during the call. The call may then fail in various
 * ways, but the response is a 401, so that the app shows the login. Checked only after a failure.
 */
async function hasCallerLostAccess(request: FastifyRequest, refused: Refused | undefined): Promise<boolean> {
  const { caller, routeOptions } = request
  if (!caller || routeOptions.config.may === 'everyone') return false
  if (refused && statusesWithoutAccessCheck.has(statusOfRefusal(refused.code))) return false
  // Without the database the answer to this question is unknown, and the original refusal is sent.
  return request.server.callers.hasLostAccess(caller).catch(() => false)
}

/** No query for these statuses: it would tell nothing new, or add to an overload. */
const statusesWithoutAccessCheck = new Set([401, 408, 413, 415, 429, 503])

function recordRefusal(request: FastifyRequest, { code, account_id }: Refused, why: unknown) {
  const seen = refusalToRecord(request, { code, status: statusOfRefusal(code), account_id })
  if (seen) request.server.refusals.note({ ...seen, why })
}

function answerRefusal(refused: Refused, reply: FastifyReply) {
  const seconds = retrySecondsOf(refused)
  if (seconds) reply.header('retry-after', seconds)
  return reply.code(statusOfRefusal(refused.code)).send(bodyOf(refused))
}

type DatabaseError = { code?: string; constraint?: string }

/**
 * Refusal for a constraint violation. The rules check before they write, so a concurrent request has used the
 * same name or deleted a referenced row.
 */
function refusalFromConstraint({ code, constraint = '' }: DatabaseError) {
  if (code === '23505')
    return /^(users_username|groups_name)_(key|folded)/.test(constraint)
      ? refuse('name_taken')
      : refuse('unavailable', TOO_BUSY_SENTENCE)
  return code === '23503' ? refuse('not_found') : undefined
}

/** Translates errors of Fastify and the database; anything else is a bug. */
function refusalFromFastify(error: FastifyError, tooLarge: string | undefined): Refused | undefined {
  if (error.code === READ_ONLY_SQLSTATE) return refuse('unavailable', READ_ONLY_SENTENCE)
  if (isDatabaseGone(error)) return refuse('unavailable')
  if (isRetryable(error)) return refuse('unavailable', TOO_BUSY_SENTENCE)
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return refuse('not_json')
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return refuse('too_large', tooLarge)
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return refuse('bad_request')
    default:
      return error.statusCode !== undefined && error.statusCode < 500 ? refuse('bad_request') : undefined
  }
}

/** Deadlock, serialisation failure or timeout (40P01, 40001, 57014): nothing was written, and a retry may succeed. */
const isRetryable = ({ code }: FastifyError) => /^(40001|40P01|57014)$/.test(code)

/** Malformed HTTP has no request object: the refusal is written to the socket, and the connection closed. */
export function answerMalformedHttp(
  error: NodeJS.ErrnoException,
  socket: Socket,
  headers: Record<string, string>,
  { refusals, requests }: Pick<FastifyInstance, 'refusals' | 'requests'>,
) {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable || socket.bytesWritten > 0) {
    socket.destroy(error)
    return
  }
  const code =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? 'headers_too_large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? 'timeout'
        : 'bad_request'
  refusals.note({ code, status: statusOfRefusal(code), address: socket.remoteAddress ?? '' })
  requests.refuse(code)
  endWithRefusal(socket, refuse(code), headers)
}

/** Writes the refusal to the socket, and closes the connection even if the client does not close its own side. */
export function endWithRefusal(socket: Duplex, refused: Refused, headers: Record<string, string>) {
  const status = statusOfRefusal(refused.code)
  const seconds = retrySecondsOf(refused)
  const body = JSON.stringify(bodyOf(refused))
  const lines = {
    connection: 'close',
    ...headers,
    ...(seconds && { 'retry-after': seconds }),
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  }
  const head = Object.entries(lines)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${body}`, () => socket.destroy())
}
