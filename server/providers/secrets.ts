// Binds a sign-in to its browser by a random secret in a host-only cookie. State, nonce and code verifier are
// derived from it separately, so nothing has to be stored.
import { createHash, createHmac } from 'node:crypto'
import { LINKING_PREFIX } from '#contract/words/providers.ts'

export type Secrets = { state: string; nonce: string; verifier: string; challenge: string }

/**
 * `linking`: the account to link. Part of all three derivations, so that a linking cannot be completed as a
 * sign-in, or for another person.
 */
export function secretsOf(token: string, linking?: number): Secrets {
  const purpose = linking === undefined ? '' : ` for ${linking}`
  const made = (what: string) => createHmac('sha256', token).update(`${what}${purpose}`).digest('base64url')
  const verifier = made('verifier')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const state = linking === undefined ? made('state') : `${LINKING_PREFIX}${made('state')}`
  return { state, nonce: made('nonce'), verifier, challenge }
}

/** Time for the login at the provider, in s. */
export const SIGN_IN_SECONDS = 600
