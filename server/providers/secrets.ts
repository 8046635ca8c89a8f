// Binds a sign-in at a provider to the browser in which it has begun: one random secret, in a cookie that only
// this host is sent. State, nonce and the verifier of the code are made from it, each for itself, so that they need
// be kept nowhere.
import { createHash, createHmac } from 'node:crypto'
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
