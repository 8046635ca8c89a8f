// Which refusals are to be seen, and what of them: ids, the route and the address, never what was typed.
import type { FastifyRequest } from 'fastify'
import { readSessionCookie } from './credentials.ts'
import type { Code } from './errors.ts'

export type SeenRefusal = {
  code: Code
  status: number
  address: string
  /** The person who asked, and the account that it was about. */
  user_id?: number | undefined
  account_id?: number | undefined
  route?: string | undefined
  request_id?: string
  /** The ids in the path. */
  ids?: Record<string, number>
  /** Not the caller's fault: what the database said. */
  why?: unknown
}

/** In the log alone: clumsy programs do it, too, and it touched nothing. */
const lineOnly = new Set<string>([
  'bad_json',
  'bad_request',
  'headers_too_large',
  'not_json',
  'provider_away',
  'timeout',
  'too_large',
  'unavailable',
])
export const isLineOnly = (code: string) => lineOnly.has(code)
/** Steps of a login that goes on. */
const unseen = new Set<string>(['code_required', 'challenge_over'])
const alsoSeen = new Set<string>(['logout_token', 'two_sessions', 'wrong_password'])

/** Tells what of a refused request is to be seen; undefined where a refusal is everyday business. */
export function seenRefusal(
  request: FastifyRequest,
  { code, status, account_id }: Pick<SeenRefusal, 'code' | 'status' | 'account_id'>,
): SeenRefusal | undefined {
  const { url: route, config } = request.routeOptions
  if (unseen.has(code)) return undefined
  const isSeen = [401, 403, 404, 429].includes(status) || isLineOnly(code) || alsoSeen.has(code)
  if (!isSeen) return undefined
  // An app that is opened asks whether somebody is signed in.
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

/** Numbers alone, as text until the call is checked: a name in a path is somebody's words. */
function idsOf(params: unknown): Record<string, number> {
  return Object.fromEntries(
    Object.entries((params ?? {}) as Record<string, unknown>).flatMap(([name, value]) =>
      name.endsWith('_id') && /^\d{1,10}$/.test(String(value)) ? [[name, Number(value)]] : [],
    ),
  )
}
