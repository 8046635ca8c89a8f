import { hashOf, newToken } from '#server/auth/sessions.ts'
import { networkOf } from '#server/http/address.ts'
import type { Kontor } from '#server/kontor.ts'
import { loadClient, type Provider } from './provider.ts'
import { refusalFor } from './read-person.ts'
import { returnPath } from './return-path.ts'
import { type Secrets, secretsOf } from './secrets.ts'
import { insertSignIn } from './store.ts'
import { WrongAnswer } from './wrong-answer.ts'

type Begun = {
  returnTo?: string | undefined
  again?: boolean | undefined
  /** Whose account here it shall be connected with, where it is no sign-in. */
  linking?: number
  address: string
}

/** Answers where the browser has to go, and the secret that it keeps meanwhile. Nothing is decided yet. */
export async function beginSignIn(
  { db, budgets }: Kontor,
  provider: Provider,
  { returnTo, again = false, linking, address }: Begun,
): Promise<{ url: string; token: string }> {
  budgets.spend('sign_ins', networkOf(address))
  const token = newToken()
  const url = await addressOf(provider, secretsOf(token, linking), again).catch((error: unknown) => {
    throw refusalFor(error, provider.access.name) ?? error
  })
  await insertSignIn(db, {
    tokenHash: hashOf(token),
    issuer: provider.issuer,
    returnTo: returnPath(returnTo),
    again,
  })
  return { url, token }
}

async function addressOf(
  provider: Provider,
  { state, nonce, challenge }: Secrets,
  again: boolean,
): Promise<string> {
  const client = await loadClient()
  const { access, redirectUri } = provider
  const url = client.buildAuthorizationUrl(await provider.configuration(), {
    redirect_uri: redirectUri,
    scope: access.scope,
    state,
    nonce,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...(again && { prompt: 'login', max_age: '0' }),
  })
  // The browser goes wherever this says.
  const isSound =
    url.protocol === 'https:' || (url.protocol === 'http:' && access.issuer.protocol === 'http:')
  if (!isSound) throw new WrongAnswer('the provider wants people to sign in at no address of the web')
  return url.href
}
