import { hashToken, newToken } from '#server/auth/sessions.ts'
import { networkOf } from '#server/http/address.ts'
import type { Kontor } from '#server/kontor.ts'
import { WrongAnswer } from './ask.ts'
import { loadOpenIdClient, type Provider } from './provider.ts'
import { refusalFor } from './read-person.ts'
import { type Secrets, secretsOf } from './secrets.ts'
import { insertSignIn } from './store.ts'

type SignInStart = {
  returnTo?: string | undefined
  again?: boolean | undefined
  /** The local account to link, instead of a sign-in. */
  linking?: number
  address: string
}

/**
 * Stores a pending sign-in. Returns the address at the provider to which the browser has to go, and the secret
 * for the cookie of the browser.
 */
export async function beginSignIn(
  { db, budgets }: Kontor,
  provider: Provider,
  { returnTo, again = false, linking, address }: SignInStart,
): Promise<{ url: string; token: string }> {
  budgets.spend('sign_ins', networkOf(address))
  const token = newToken()
  const url = await buildSignInUrl(provider, secretsOf(token, linking), again).catch((error: unknown) => {
    throw refusalFor(error, provider.access.name) ?? error
  })
  await insertSignIn(db, {
    tokenHash: hashToken(token),
    issuer: provider.issuer,
    returnTo: safeReturnPath(returnTo),
    again,
  })
  return { url, token }
}

async function buildSignInUrl(
  provider: Provider,
  { state, nonce, challenge }: Secrets,
  again: boolean,
): Promise<string> {
  const client = await loadOpenIdClient()
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
  // The browser follows this address, so only https is accepted, or http if the issuer uses http, too.
  const isSound =
    url.protocol === 'https:' || (url.protocol === 'http:' && access.issuer.protocol === 'http:')
  if (!isSound) throw new WrongAnswer('the provider wants people to sign in at no address of the web')
  return url.href
}

/** Validates the page to return to after signing in; null if it is not in the app, against open redirects. */
export function safeReturnPath(path: string | undefined): string | null {
  if (path === undefined || !/^\/ui\/[\x21-\x7e]*$/.test(path) || path.includes('\\')) return null
  const nowhere = 'http://app.invalid'
  const url = URL.parse(path, nowhere)
  // Dot segments may lead out of the app.
  if (
    url?.origin !== nowhere ||
    !url.pathname.startsWith('/ui/') ||
    /^\/ui\/log(in|out)\b/.test(url.pathname)
  )
    return null
  return `${url.pathname}${url.search}${url.hash}`
}
