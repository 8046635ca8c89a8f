// What binds a sign-in at a provider to the browser in which it has begun: one random secret, in a cookie that only
// this host is sent. State, nonce and the verifier of the code are made from it, each for itself, so that they need
// be kept nowhere.
import { createHash, createHmac } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { LINKING } from '#contract/words/providers.ts'

export type Secrets = { state: string; nonce: string; verifier: string; challenge: string }

/**
 * `linking`: whose account it shall be connected with. Made into all three, so that what one person has begun signed in
 * finishes as nothing else, and for nobody else.
 */
export function secretsOf(token: string, linking?: number): Secrets {
  const purpose = linking === undefined ? '' : ` for ${linking}`
  const made = (what: string) => createHmac('sha256', token).update(`${what}${purpose}`).digest('base64url')
  const verifier = made('verifier')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const state = linking === undefined ? made('state') : `${LINKING}${made('state')}`
  return { state, nonce: made('nonce'), verifier, challenge }
}

/** So long somebody may take at the provider, in s. */
export const SIGN_IN_SECONDS = 600

const HOST_ONLY = '__Host-sign-in'
const PLAIN = 'sign-in'
/**
 * The page that the provider leads back to is ours, and it is our page that sends it: no other site's request ever
 * carries it.
 */
const HOW = 'Path=/; HttpOnly; SameSite=Strict'

/**
 * Under https it has a name that no neighbouring host can set. Beside the session's cookie, if the answer gives one.
 */
export function giveSignInCookie(reply: FastifyReply, token: string, isSecure: boolean) {
  const seconds = token === '' ? 0 : SIGN_IN_SECONDS
  const name = isSecure ? HOST_ONLY : PLAIN
  reply.header('set-cookie', `${name}=${token}; ${HOW}; Max-Age=${seconds}${isSecure ? '; Secure' : ''}`)
}

/** Two of the name are a planted one and a real one: neither counts. */
export function signInTokenIn(cookies: string | undefined, isSecure: boolean): string | undefined {
  const name = `${isSecure ? HOST_ONLY : PLAIN}=`
  const found = (cookies ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(name))
  const value = found.length === 1 ? found[0]?.slice(name.length) : undefined
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined
}
