import { openSession } from '#server/auth/open-session.ts'
import type { Arrival } from '#server/auth/session-store.ts'
import { hashOf } from '#server/auth/sessions.ts'
import { networkOf } from '#server/http/address.ts'
import { Refused, refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutUser } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { findAccount } from './find-account.ts'
import { linkAccount } from './link-account.ts'
import type { Provider } from './provider.ts'
import { type Person, readPerson, refusalFor } from './read-person.ts'
import { type Secrets, SIGN_IN_SECONDS, secretsOf } from './secrets.ts'
import { providerSentences } from './sentences.ts'
import { lockIdentityForUpdate, type SignIn, takeSignIn } from './store.ts'
import { ensureGroups, takeGroups } from './take-groups.ts'

type Callback = Arrival & {
  /** Secret from the browser's cookie. */
  token: string | undefined
  /** Query string of the callback. */
  returned: string
}

/**
 * Completes a sign-in that began in this browser: starts a session and returns its token and the page to go on
 * to. The pending sign-in is consumed by the first attempt, whatever its outcome. If it began in a session, it
 * links the account instead.
 */
export async function finishSignIn(
  kontor: Kontor,
  provider: Provider,
  arrival: Callback,
): Promise<{ token: string | undefined; returnTo: string | null }> {
  try {
    const begun = await takePendingSignIn(kontor, provider, arrival.token)
    const by = arrival.before
    const linking = by && secretsOf(begun.secret, by.id)
    if (linking && new URLSearchParams(arrival.returned).get('state') === linking.state) {
      await linkAccount(kontor, provider, by, await askFor(provider, arrival.returned, linking))
      return { token: undefined, returnTo: begun.return_to }
    }
    const person = await askFor(provider, arrival.returned, secretsOf(begun.secret))
    if (begun.again) requireProved(provider, person, begun)
    const token = await beginFor(kontor, provider, person, arrival)
    return { token, returnTo: begun.return_to }
  } catch (error) {
    // Counted, to limit guessing.
    if (error instanceof Refused && error.code !== 'provider_away')
      kontor.budgets.spend('wrong_sign_ins', networkOf(arrival.address))
    throw error
  }
}

type OwnSignIn = SignIn & { secret: string }

async function takePendingSignIn(
  { db }: Kontor,
  provider: Provider,
  secret: string | undefined,
): Promise<OwnSignIn> {
  if (secret === undefined) throw refuse('sign_in_over')
  const begun = await takeSignIn(db, {
    tokenHash: hashOf(secret),
    issuer: provider.issuer,
    seconds: SIGN_IN_SECONDS,
  })
  if (!begun) throw refuse('sign_in_over')
  return { ...begun, secret }
}

const askFor = (provider: Provider, returned: string, secrets: Secrets): Promise<Person> =>
  readPerson(provider, returned, secrets).catch((error: unknown) => {
    throw refusalFor(error, provider.access.name) ?? error
  })

/** Clock tolerance in ms. */
const TOLERANCE = 60_000

/** The browser could have removed the request for a fresh login, so the provider's `auth_time` decides. */
function requireProved({ access }: Provider, { provedAt }: Person, { begun_at }: OwnSignIn) {
  if (provedAt === null || provedAt.getTime() < begun_at.getTime() - TOLERANCE)
    throw refuse('provider_answer', providerSentences.notProvedAnew(access.name))
}

async function beginFor(
  kontor: Kontor,
  { access }: Provider,
  person: Person,
  arrival: Callback,
): Promise<string> {
  const { address, device, before, seconds } = arrival
  return inTransaction(kontor, async (tx) => {
    const { subject, sid, provedAt } = person
    const issuer = access.issuer.href
    await lockIdentityForUpdate(tx, issuer, subject)
    await ensureGroups(tx, access, person.groups, kontor.config)
    const userId = await findAccount(tx, access, person)
    await takeGroups(tx, access, userId, person.groups)
    const by = { provider: access.name, issuer, subject, sid, provedAt }
    const token = await openSession(tx, { userId, by, address, device, before, seconds })
    if (token === undefined) throw refuse('no_account')
    changed(tx, aboutUser(userId))
    return token
  })
}
