// Selects the refusals to record, with ids, route and address, never typed content.
import type { FastifyRequest } from 'fastify'
import { readSessionCookie } from './access.ts'
import type { RefusalCode } from './errors.ts'

export type SeenRefusal = {
  code: RefusalCode
  status: number
  address: string
  /** `user_id`: the caller; `account_id`: the account concerned, e.g. of a failed login. */
  user_id?: number | undefined
  account_id?: number | undefined
  route?: string | undefined
  request_id?: string
  /** Ids in the path. */
  ids?: Record<string, number>
  /** The error, e.g. of the database, that was translated to this refusal; undefined if a rule has refused. */
  why?: unknown
}

/** Log only, no audit row: frequent with clumsy programs, and harmless. */
const logOnlyCodes = new Set<string>([
  'bad_json',
  'bad_request',
  'headers_too_large',
  'not_json',
  'provider_away',
  'timeout',
  'too_large',
  'unavailable',
])
export const isLogOnly = (code: string) => logOnlyCodes.has(code)
/** Intermediate steps of a login. */
const ignoredCodes = new Set<string>(['code_required', 'challenge_over'])
const alsoRecordedCodes = new Set<string>(['logout_token', 'two_sessions', 'wrong_password'])

/** Details of a refusal to record; undefined for ordinary ones. */
export function refusalToRecord(
  request: FastifyRequest,
  { code, status, account_id }: Pick<SeenRefusal, 'code' | 'status' | 'account_id'>,
): SeenRefusal | undefined {
  const { url: route, config } = request.routeOptions
  if (ignoredCodes.has(code)) return undefined
  const isSeen = [401, 403, 404, 429].includes(status) || isLogOnly(code) || alsoRecordedCodes.has(code)
  if (!isSeen) return undefined
  // Every app asks at its start whether somebody is signed in; without a session cookie that is no incident.
  if (
    code === 'unauthorized' &&
    config.polled === true &&
    readSessionCookie(request.headers.cookie) === undefined
  )
    return undefined
  return {
    code,
    status,
    account_id,
    address: request.address,
    user_id: request.caller?.id,
    route: route && `${request.method} ${route}`,
    request_id: request.id,
    ids: { ...idsOf(request.params), ...(request.caller?.token && { token_id: request.caller.token.id }) },
  }
}

/** Numeric ids of the path, which is not validated yet. Other parameters are left out, because names are content. */
function idsOf(params: unknown): Record<string, number> {
  return Object.fromEntries(
    Object.entries((params ?? {}) as Record<string, unknown>).flatMap(([name, value]) =>
      name.endsWith('_id') && /^\d{1,10}$/.test(String(value)) ? [[name, Number(value)]] : [],
    ),
  )
}
