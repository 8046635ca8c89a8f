// Exchanges what a provider has given the browser for what it says of the person, and believes only what holds: the
// libraries check the exchange, the token's signature and its claims, we what they leave to us.
import type { Configuration } from 'openid-client'
import { refuse } from '#server/http/errors.ts'
import { withoutUnseen } from '#server/http/input/typed-name.ts'
import type { ProviderAccess } from '#server/provider-settings.ts'
import { Away, WrongAnswer } from './ask.ts'
import { CLOCK_TOLERANCE, loadClient, type Provider } from './provider.ts'
import type { Secrets } from './secrets.ts'
import { sentences } from './sentences.ts'

type Claims = Record<string, unknown>

/** Somebody, in a provider's words. */
export type Person = {
  /** The provider's name for them, for ever. */
  subject: string
  /** Their session there. */
  sid: string | null
  /** When they have proved to it who they are. */
  provedAt: Date | null
  /** Compared with accounts here, as it came. */
  matched: string | null
  /** Of `email`, and of no other claim. */
  isEmailVerified: boolean
  email: string | null
  username: string | null
  vorname: string | null
  nachname: string | null
  /** Undefined where it says nothing of groups. */
  groups: string[] | undefined
}

export async function readPerson(provider: Provider, returned: string, secrets: Secrets): Promise<Person> {
  const config = await provider.configuration()
  const client = await loadClient()
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
  const more = await moreOf(provider, config, tokens.access_token, said)
  return personIn({ ...more, ...said, ...emailClaims(said, more) }, provider.access)
}

/** Claims that openid-client does not check. */
function checkClaims({ azp, iat }: Claims, { clientId }: ProviderAccess) {
  if (azp !== undefined && azp !== clientId) throw new WrongAnswer('a token was made for another client')
  if (Number(iat) > Date.now() / 1_000 + CLOCK_TOLERANCE) throw new WrongAnswer('a token is from the future')
}

/**
 * Many providers put only a part into the token; the rest they tell who asks. It is believed only of the same person.
 */
async function moreOf(
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
  const client = await loadClient()
  return client.fetchUserInfo(config, access, String(said['sub']))
}

/** `email_verified` is about the address beside it: the two are never put together of two answers. */
function emailClaims(...sources: Claims[]): Claims {
  const { email, email_verified } =
    sources.find((source) => source['email'] !== undefined && source['email_verified'] !== undefined) ??
    sources.find((source) => source['email'] !== undefined) ??
    {}
  return { email, email_verified }
}

const LONGEST = 300
const MOST_GROUPS = 200

function rawClaim(value: unknown): string | null {
  const text = Number.isSafeInteger(value) ? String(value) : value
  return typeof text === 'string' && text !== '' && text.length <= LONGEST ? text : null
}

const textOf = (value: unknown) => withoutUnseen(rawClaim(value) ?? '') || null

function personIn(claims: Claims, { claim, groupsClaim }: ProviderAccess): Person {
  const { sub, sid, auth_time: provedAt } = claims
  if (
    typeof sub !== 'string' ||
    sub === '' ||
    sub.length > LONGEST ||
    sub.includes('\0') ||
    !sub.isWellFormed()
  )
    throw new WrongAnswer('a person has no subject')
  return {
    subject: sub,
    sid: textOf(sid),
    provedAt:
      typeof provedAt === 'number' && provedAt > 0 ? new Date(Math.min(provedAt * 1_000, Date.now())) : null,
    matched: rawClaim(claims[claim]),
    isEmailVerified: claims['email_verified'] === true,
    email: textOf(claims['email']),
    username: textOf(claims['preferred_username']),
    vorname: textOf(claims['given_name']),
    nachname: textOf(claims['family_name']),
    groups: groupsClaim === undefined ? undefined : groupsIn(claims[groupsClaim]),
  }
}

/** Undefined, and nothing is changed, where it is no list of names. */
function groupsIn(value: unknown): string[] | undefined {
  const list = typeof value === 'string' ? [value] : value
  if (!Array.isArray(list) || !list.every((name) => typeof name === 'string')) return undefined
  const names = list.map((name) => withoutUnseen(name.slice(0, LONGEST))).filter((name) => name !== '')
  return [...new Set(names)].slice(0, MOST_GROUPS)
}

/** Maps errors of a provider to refusals; undefined for everything else, which is a bug. */
export function refusalFor(error: unknown, name: string) {
  const causes = causesOf(error)
  if (causes.some((cause) => cause instanceof Away)) return refuse('provider_away', sentences.isAway(name))
  const cancelled = causes.some((cause) => (cause as { error?: unknown }).error === 'access_denied')
  if (cancelled) return refuse('provider_answer', sentences.cancelled(name))
  if (!causes.some(isOfProvider)) return undefined
  return refuse('provider_answer', sentences.answerUnfit(name)).because(
    new Error(causes.map(({ message }) => message).join(': ')),
  )
}

function causesOf(error: unknown): Error[] {
  const causes: Error[] = []
  for (let cause = error; cause instanceof Error && causes.length < 5; cause = cause.cause) causes.push(cause)
  return causes
}

/** The libraries' errors all bear a code of their own, or are of the classes that one of them names. */
const isOfProvider = (error: Error) =>
  error instanceof WrongAnswer ||
  /^(ClientError|AuthorizationResponseError|ResponseBodyError|WWWAuthenticateChallengeError|OperationProcessingError|UnsupportedOperationError)$/.test(
    error.name,
  ) ||
  /^(OAUTH_|ERR_J)/.test(String((error as { code?: unknown }).code))
