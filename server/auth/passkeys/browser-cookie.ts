// Binds a question for a passkey to the browser that it was put to: a random name of the browser, for minutes, of
// which the database knows the hash. Several windows share it.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hashOf, newToken } from '../sessions.ts'
import { LIFETIME_SECONDS } from './store.ts'

const HOST_ONLY = '__Host-passkey'
const PLAIN = 'passkey'

/** The browser, if it has been asked something lately. */
export function browserOf(request: FastifyRequest, isSecure: boolean): Buffer | undefined {
  const token = tokenIn(request.headers.cookie, isSecure)
  return token === undefined ? undefined : hashOf(token)
}

/** The same, and else a new name for it; the answer brings it along. */
export function nameBrowser(request: FastifyRequest, reply: FastifyReply, isSecure: boolean): Buffer {
  const token = tokenIn(request.headers.cookie, isSecure) ?? newToken()
  const name = isSecure ? HOST_ONLY : PLAIN
  const how = `Path=/; HttpOnly; SameSite=Strict; Max-Age=${LIFETIME_SECONDS}${isSecure ? '; Secure' : ''}`
  reply.header('set-cookie', `${name}=${token}; ${how}`)
  return hashOf(token)
}

function tokenIn(cookies: string | undefined, isSecure: boolean): string | undefined {
  const start = `${isSecure ? HOST_ONLY : PLAIN}=`
  const found = (cookies ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(start))
    .map((pair) => pair.slice(start.length))
  // Two of a name: one of them was planted.
  return found.length === 1 && token.test(found[0] as string) ? found[0] : undefined
}

const token = /^[A-Za-z0-9_-]{43}$/
