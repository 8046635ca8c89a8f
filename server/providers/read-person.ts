// Exchanges the code for a person's claims. The libraries verify the exchange, the signature and standard
// claims; this module does the rest.
import type { Configuration } from 'openid-client'
import { refuse } from '#server/http/errors.ts'
import { stripInvisible } from '#server/http/input/typed-name.ts'
import type { ProviderAccess } from '#server/provider-settings.ts'
import { ProviderAway, WrongAnswer } from './ask.ts'
import { CLOCK_TOLERANCE_SECONDS, loadOpenIdClient, type Provider } from './provider.ts'
import type { Secrets } from './secrets.ts'
import { providerSentences } from './sentences.ts'

type Claims = Record<string, unknown>

/** A person as the provider describes them. */
export type Person = {
  /** Permanent id at the provider. */
  subject: string
  /** Id of the person's session at the provider. */
  sid: string | null
  /** Time of the person's login at the provider. */
  provedAt: Date | null
  /** Unchanged value of the claim by which the account is found. */
  matched: string | null
  /** Concerns the claim `email` only. */
  isEmailVerified: boolean
  email: string | null
  username: string | null
  vorname: string | null
  nachname: string | null
  /** Undefined if the provider sends no groups. */
  groups: string[] | undefined
}

export async function readPerson(provider: Provider, returned: string, secrets: Secrets): Promise<Person> {
  const config = await provider.configuration()
  const client = await loadOpenIdClient()
  const url = new URL(provider.redirectUri)
  url.search = returned
  const tokens = await client.authorizationCodeGrant(config, url, {
    expectedState: secrets.state,
    expectedNonce: secrets.nonce,
    pkceCodeVerifier: secrets.verifier,
    idTokenExpected: true,
  })
  const said = tokens.claims() as Claims | undefined
  if (!said || tokens.id_token === undefined) throw new WrongAnswer('there is no token of the person')
  await provider.readOwnToken(tokens.id_token)
  checkClaims(said, provider.access)
  const more = await loadUserInfo(provider, config, tokens.access_token, said)
  return personIn({ ...more, ...said, ...emailClaims(said, more) }, provider.access)
}

/** Claims that openid-client does not verify. */
function checkClaims({ azp, iat }: Claims, { clientId }: ProviderAccess) {
  if (azp !== undefined && azp !== clientId) throw new WrongAnswer('a token was made for another client')
  if (Number(iat) > Date.now() / 1_000 + CLOCK_TOLERANCE_SECONDS)
    throw new WrongAnswer('a token is from the future')
}

/**
 * Claims from userinfo, since many providers put only some claims into the token. The library accepts them only
 * for the same subject.
 */
async function loadUserInfo(
  provider: Provider,
  config: Configuration,
  access: string,
  said: Claims,
): Promise<Claims> {
  const { claim, creates, groupsClaim, match } = provider.access
  const wanted = [
    claim,
    ...(match === 'email' ? ['email_verified'] : []),
    ...(groupsClaim === undefined ? [] : [groupsClaim]),
    ...(creates ? ['preferred_username', 'given_name', 'family_name', 'email', 'email_verified'] : []),
  ]
  if (!config.serverMetadata().userinfo_endpoint || wanted.every((name) => said[name] !== undefined))
    return {}
  const client = await loadOpenIdClient()
  return client.fetchUserInfo(config, access, String(said['sub']))
}

/** `email` and `email_verified` must come from the same source. */
function emailClaims(...sources: Claims[]): Claims {
  const { email, email_verified } =
    sources.find((source) => source['email'] !== undefined && source['email_verified'] !== undefined) ??
    sources.find((source) => source['email'] !== undefined) ??
    {}
  return { email, email_verified }
}

const LONGEST_CLAIM = 300
const MAX_GROUPS = 200

function rawClaim(value: unknown): string | null {
  const text = Number.isSafeInteger(value) ? String(value) : value
  return typeof text === 'string' && text !== '' && text.length <= LONGEST_CLAIM ? text : null
}

const claimText = (value: unknown) => stripInvisible(rawClaim(value) ?? '') || null

function personIn(claims: Claims, { claim, groupsClaim }: ProviderAccess): Person {
  const { sub, sid, auth_time: provedAt } = claims
  if (
    typeof sub !== 'string' ||
    sub === '' ||
    sub.length > LONGEST_CLAIM ||
    sub.includes('\0') ||
    !sub.isWellFormed()
  )
    throw new WrongAnswer('a person has no subject')
  return {
    subject: sub,
    sid: claimText(sid),
    provedAt:
      typeof provedAt === 'number' && provedAt > 0 ? new Date(Math.min(provedAt * 1_000, Date.now())) : null,
    matched: rawClaim(claims[claim]),
    isEmailVerified: claims['email_verified'] === true,
    email: claimText(claims['email']),
    username: claimText(claims['preferred_username']),
    vorname: claimText(claims['given_name']),
    nachname: claimText(claims['family_name']),
    groups: groupsClaim === undefined ? undefined : groupsIn(claims[groupsClaim]),
  }
}

/** Undefined if the claim is no list of strings; the person's groups then stay unchanged. */
function groupsIn(value: unknown): string[] | undefined {
  const list = typeof value === 'string' ? [value] : value
  if (!Array.isArray(list) || !list.every((name) => typeof name === 'string')) return undefined
  const names = list.map((name) => stripInvisible(name.slice(0, LONGEST_CLAIM))).filter((name) => name !== '')
  return [...new Set(names)].slice(0, MAX_GROUPS)
}

/** Maps errors of a provider to refusals; undefined for bugs. */
export function refusalFor(error: unknown, name: string) {
  const causes = causesOf(error)
  if (causes.some((cause) => cause instanceof ProviderAway))
    return refuse('provider_away', providerSentences.isAway(name))
  const cancelled = causes.some((cause) => (cause as { error?: unknown }).error === 'access_denied')
  if (cancelled) return refuse('provider_answer', providerSentences.cancelled(name))
  if (!causes.some(isProviderError)) return undefined
  return refuse('provider_answer', providerSentences.answerUnfit(name)).because(
    new Error(causes.map(({ message }) => message).join(': ')),
  )
}

function causesOf(error: unknown): Error[] {
  const causes: Error[] = []
  for (let cause = error; cause instanceof Error && causes.length < 5; cause = cause.cause) causes.push(cause)
  return causes
}

/** True for wrong answers and for errors of the libraries, all of which have a known class or code. */
const isProviderError = (error: Error) =>
  error instanceof WrongAnswer ||
  /^(ClientError|AuthorizationResponseError|ResponseBodyError|WWWAuthenticateChallengeError|OperationProcessingError|UnsupportedOperationError)$/.test(
    error.name,
  ) ||
  /^(OAUTH_|ERR_J)/.test(String((error as { code?: unknown }).code))
