import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { Problem, Refusal } from '#contract/shapes.ts'
import { noted } from '#server/audit/noted.ts'
import type { Refusals } from '#server/audit/refusals.ts'
import { type Requests, routeOf } from '#server/figures/requests.ts'

const TOO_MUCH = 'Gerade ist zu viel zu tun. Bitte versuchen Sie es gleich noch einmal.'

/** What a caller can be refused for: status, keyword for programs, German sentence for people. */
const refusals = {
  bad_json: [400, 'Bad Request', 'Die Anfrage ist kein lesbares JSON.'],
  bad_request: [400, 'Bad Request', 'Die Anfrage ist nicht lesbar.'],
  two_sessions: [
    400,
    'Bad Request',
    'Die Anfrage enthält zwei Sitzungen. Bitte löschen Sie die Cookies dieser Seite.',
  ],
  wrong_password: [400, 'Wrong Password', 'Das aktuelle Passwort ist falsch.'],
  unauthorized: [401, 'Unauthorized', 'Bitte melden Sie sich an.'],
  login_failed: [401, 'Unauthorized', 'Login fehlgeschlagen'],
  forbidden: [403, 'Forbidden', 'Dafür fehlt Ihnen die Berechtigung.'],
  unconfirmed: [
    403,
    'Reauthentication Required',
    'Bitte bestätigen Sie mit Ihrem Passwort, dass Sie es sind.',
  ],
  foreign_origin: [403, 'Forbidden', 'Die Anfrage kommt von einer fremden Seite.'],
  not_found: [404, 'Not Found', 'Das gibt es hier nicht oder nicht mehr.'],
  name_taken: [409, 'Conflict', 'Diesen Namen gibt es schon.'],
  already_running: [
    409,
    'Conflict',
    'Gerade läuft schon ein Abgleich mit anderen Angaben. Bitte warten Sie, bis er fertig ist.',
  ],
  no_backup_dir: [
    409,
    'Conflict',
    'Für Sicherungen ist kein Ordner eingestellt (BACKUP_DIR). Bitte fragen Sie, wer den Server betreibt.',
  ],
  last_admin: [409, 'Conflict', 'Das ist der letzte aktive Admin. Bitte ernennen Sie zuerst einen anderen.'],
  not_deletable: [409, 'Conflict', 'Das lässt sich nicht löschen.'],
  anonymised: [409, 'Conflict', 'Diese Person ist anonymisiert. Das lässt sich nicht zurücknehmen.'],
  not_anonymisable: [409, 'Conflict', 'Diese Person lässt sich nicht anonymisieren.'],
  not_fillable: [409, 'Conflict', 'Dieser Prozess lässt sich gerade nicht ausfüllen.'],
  not_editable: [409, 'Conflict', 'Diese Zeiten lassen sich nicht ändern.'],
  times_changed: [409, 'Conflict', 'Diese Zeiten wurden inzwischen geändert. Es wurde nichts gespeichert.'],
  read_only: [409, 'Conflict', 'In diesem Chat lässt sich nichts mehr schreiben.'],
  nobody_to_tell: [
    409,
    'Conflict',
    'Gerade wird keines Ihrer Geräte benachrichtigt. Prüfen Sie die Anmeldung des Geräts und Ihre Ruhezeit.',
  ],
  planned_group: [409, 'Conflict', 'Diese Gruppe kommt aus der Personalplanung.'],
  planner_refused: [409, 'Conflict', 'Der Abgleich würde zu viel ändern. Es wurde nichts geändert.'],
  planner_failed: [409, 'Conflict', 'Die Personalplanung antwortet nicht, wie sie soll.'],
  newer_version: [412, 'Precondition Failed', 'Der Prozess wurde inzwischen von jemand anderem gespeichert.'],
  answer_changed: [412, 'Precondition Failed', 'Diese Angabe wurde inzwischen woanders geändert.'],
  someone_else: [412, 'Precondition Failed', 'Hier ist inzwischen jemand anderes angemeldet.'],
  too_large: [413, 'Content Too Large', 'Die Anfrage ist zu groß.'],
  not_json: [415, 'Unsupported Media Type', 'Die Anfrage muss JSON enthalten.'],
  headers_too_large: [431, 'Request Header Fields Too Large', 'Die Anfrage ist zu groß.'],
  invalid: [422, 'Unprocessable Content', 'Die Eingabe ist nicht gültig.'],
  not_printable: [
    422,
    'Unprocessable Content',
    'Dieser Prozess lässt sich nicht als PDF ausgeben. Vielleicht enthält er sehr ungewöhnliche Zeichen: Bitte lassen Sie den Text prüfen.',
  ],
  too_many_logins: [429, 'Too Many Requests', 'Zu viele Fehlversuche. Bitte warten Sie einige Minuten.'],
  too_many_started: [
    429,
    'Too Many Requests',
    'Von Ihnen warten schon viele Aufträge. Bitte warten Sie, bis einer davon fertig ist.',
  ],
  /** The sentence stands with the limit (server/limits.ts). */
  too_many: [429, 'Too Many Requests', TOO_MUCH],
  busy: [429, 'Too Many Requests', TOO_MUCH],
  /** Of everybody together, where nobody in particular is to blame. */
  overloaded: [503, 'Service Unavailable', TOO_MUCH],
  timeout: [408, 'Request Timeout', 'Die Anfrage kam nicht rechtzeitig vollständig an.'],
  unavailable: [
    503,
    'Service Unavailable',
    'Die Datenbank antwortet gerade nicht. Bitte versuchen Sie es gleich noch einmal.',
  ],
} as const satisfies Record<string, readonly [status: number, detail: string, sentence: string]>
export type Code = keyof typeof refusals

/** Seconds after which a caller may come again. */
const retryAfter: Partial<Record<Code, number>> = {
  too_many_started: 10,
  busy: 2,
  overloaded: 2,
  unavailable: 2,
}

export class Refused extends Error {
  readonly code: Code
  readonly problems: Problem[] | undefined
  /** Whose account it was about, for the audit log: the answer says nothing of it. */
  account_id: number | undefined
  /** After which it may be tried again, where that is not always the same. */
  readonly seconds: number | undefined
  /** What only this call's refusal says: the `conflict` of its contract. */
  more: object | undefined

  constructor(code: Code, sentence: string, problems?: Problem[], seconds?: number) {
    super(sentence)
    this.code = code
    this.problems = problems
    this.seconds = seconds
  }

  concerning(account_id: number | null): this {
    this.account_id = account_id ?? undefined
    return this
  }

  saying(more: object): this {
    this.more = more
    return this
  }

  /** What went wrong behind it, for the log. */
  because(cause: unknown): this {
    this.cause = cause
    return this
  }
}

/** `throw refuse('forbidden')`; a sentence of its own where the general one says too little. */
export const refuse = (code: Code, sentence: string = refusals[code][2], seconds?: number) =>
  new Refused(code, sentence, undefined, seconds)

/** A single wrong input: 422 with the place where it stands. */
export const invalid = (loc: Problem['loc'], sentence: string, type = 'value_error') =>
  new Refused('invalid', sentence, [{ loc, msg: sentence, type }])

/** What was believed of these inputs holds no more; nothing is wrong with themselves. */
export const outdated = (code: Code, problems: Problem[]) =>
  new Refused(code, problems[0]?.msg ?? refusals[code][2], problems)

/** Several wrong inputs; the sentence for people names the first. */
export const invalidAll = (problems: Problem[]) =>
  new Refused('invalid', problems[0]?.msg ?? refusals.invalid[2], problems)

export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const known =
    error instanceof Refused
      ? error
      : (fromConstraint(error as DatabaseError, request.caller?.id) ??
        fromFastify(error as FastifyError, request.routeOptions.config.tooLarge))
  if (known) {
    note(request, known, known === error ? undefined : error)
    request.server.requests.refuse(known.code)
    if (known.cause !== undefined)
      request.log.error({ err: known.cause, route: routeOf(request) }, 'a request failed')
    return answerRefusal(known, reply)
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

function note(request: FastifyRequest, { code, account_id }: Refused, why: unknown) {
  const seen = noted(request, { code, status: refusals[code][0], account_id })
  if (seen) request.server.refusals.note({ ...seen, why })
}

function answerRefusal(refused: Refused, reply: FastifyReply) {
  const [status] = refusals[refused.code]
  const seconds = refused.seconds ?? retryAfter[refused.code]
  if (seconds) reply.header('retry-after', seconds)
  return reply.code(status).send(bodyOf(refused))
}

export function bodyOf({ code, message, problems, more }: Refused): Refusal {
  return { ...more, success: false, details: message, detail: problems ?? refusals[code][1] }
}

type DatabaseError = { code?: string; constraint?: string; detail?: string }

/** Two requests at once: both wanted the same name, or one took away what the other one rests on. The rules saw neither. */
function fromConstraint({ code, constraint = '', detail = '' }: DatabaseError, callerId: number | undefined) {
  if (code === '23505')
    return /^(users_username|groups_name)_(key|folded)/.test(constraint)
      ? refuse('name_taken')
      : refuse('unavailable', TOO_MUCH)
  if (code !== '23503') return undefined
  const missing = Number(/\((\d+)\)/.exec(detail)?.[1])
  const isCaller = missing === callerId && /_(user|by|started|author)/.test(constraint)
  return refuse(isCaller ? 'unauthorized' : 'not_found')
}

/** The framework's and the database's own errors in our words; anything else is a bug. */
function fromFastify(error: FastifyError, tooLarge: string | undefined): Refused | undefined {
  if (error.code === READ_ONLY) return refuse('unavailable', ONLY_READ)
  if (isDatabaseGone(error)) return refuse('unavailable')
  if (isGivenUp(error)) return refuse('unavailable', TOO_MUCH)
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

/** Requests that waited for each other, or for too long (40P01, 40001, 57014): nothing was written, and another try may succeed. */
const isGivenUp = ({ code }: FastifyError) => /^(40001|40P01|57014)$/.test(code)
const socketErrors = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/** What a standby says to whoever wants to change something, and a database that was set to read only. */
const READ_ONLY = '25006'
export const ONLY_READ =
  'In die Datenbank lässt sich gerade nichts schreiben. Bitte versuchen Sie es gleich noch einmal.'

/** Connection lost, refused, or none free in time (SQL states 08… and 57P…, 53300), or one that only reads. */
export function isDatabaseGone(error: {
  code?: string | undefined
  message?: string
  syscall?: string
}): boolean {
  const code = error.code ?? ''
  if (code === READ_ONLY || /^(08|57P|53[1-4]00)/.test(code)) return true
  if (
    socketErrors.has(code) &&
    (error.syscall === 'connect' || error.syscall === 'read' || error.syscall === 'write')
  )
    return true
  // pg gives these no code of their own.
  return /^(Query read timeout|Connection terminated|Client (has encountered a connection error|was closed))/.test(
    error.message ?? '',
  )
}

/** What is no readable HTTP has no request to answer: the refusal is written as it stands, and the connection ends. */
export function answerUnreadable(
  error: NodeJS.ErrnoException,
  socket: Socket,
  headers: Record<string, string>,
  { refusals: seen, requests }: { refusals: Refusals; requests: Requests },
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
  const [status, detail, details] = refusals[code]
  seen.note({ code, status, address: socket.remoteAddress ?? '' })
  requests.refuse(code)
  const body = JSON.stringify({ success: false, details, detail } satisfies Refusal)
  const lines = {
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const head = Object.entries(lines)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${body}`, () => socket.destroy())
}
