import { openSession } from '#server/auth/open-session.ts'
import type { LoginOrigin } from '#server/auth/session-store.ts'
import { hashToken } from '#server/auth/sessions.ts'
import { networkOf } from '#server/http/address.ts'
import { Refused, refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutUser } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { findOrCreateAccount } from './find-account.ts'
import { linkAccount } from './link-account.ts'
import type { Provider } from './provider.ts'
import { type Person, readPerson, refusalFor } from './read-person.ts'
import { type Secrets, SIGN_IN_SECONDS, secretsOf } from './secrets.ts'
import { providerSentences } from './sentences.ts'
import { lockIdentityForUpdate, type PendingSignIn, takeSignIn } from './store.ts'
import { assignProviderGroups, ensureGroups } from './take-groups.ts'

type SignInCallback = LoginOrigin & {
  /** Secret from the browser's cookie. */
  token: string | undefined
  /** Query string of the callback. */
  returned: string
}

/**
 * Completes a sign-in that began in this browser: starts a session, and returns its token and the page to open.
 * The first attempt consumes the pending sign-in, whatever its outcome. If the sign-in was begun to link an
 * account, the account of the present session is linked, and no session starts.
 */
export async function finishSignIn(
  kontor: Kontor,
  provider: Provider,
  arrival: SignInCallback,
): Promise<{ token: string | undefined; returnTo: string | null }> {
  try {
    const begun = await takePendingSignIn(kontor, provider, arrival.token)
    const by = arrival.before
    const linking = by && secretsOf(begun.secret, by.id)
    if (linking && new URLSearchParams(arrival.returned).get('state') === linking.state) {
      await linkAccount(kontor, provider, by, await askForPerson(provider, arrival.returned, linking))
      return { token: undefined, returnTo: begun.return_to }
    }
    const person = await askForPerson(provider, arrival.returned, secretsOf(begun.secret))
    if (begun.again) requireFreshLogin(provider, person, begun)
    const token = await beginSessionFor(kontor, provider, person, arrival)
    return { token, returnTo: begun.return_to }
  } catch (error) {
    // Failed attempts are counted, to limit guessing.
    if (error instanceof Refused && error.code !== 'provider_away')
      kontor.budgets.spend('wrong_sign_ins', networkOf(arrival.address))
    throw error
  }
}

type BrowserSignIn = PendingSignIn & { secret: string }

async function takePendingSignIn(
  { db }: Kontor,
  provider: Provider,
  secret: string | undefined,
): Promise<BrowserSignIn> {
  if (secret === undefined) throw refuse('sign_in_over')
  const begun = await takeSignIn(db, {
    tokenHash: hashToken(secret),
    issuer: provider.issuer,
    seconds: SIGN_IN_SECONDS,
  })
  if (!begun) throw refuse('sign_in_over')
  return { ...begun, secret }
}

const askForPerson = (provider: Provider, returned: string, secrets: Secrets): Promise<Person> =>
  readPerson(provider, returned, secrets).catch((error: unknown) => {
    throw refusalFor(error, provider.access.name) ?? error
  })

/** Tolerated difference between the clock of the provider and ours. */
const CLOCK_TOLERANCE_MS = 60_000

/**
 * The request for a fresh login goes through the browser, which can remove it. So the `auth_time` of the provider
 * decides.
 */
function requireFreshLogin({ access }: Provider, { provedAt }: Person, { begun_at }: BrowserSignIn) {
  if (provedAt === null || provedAt.getTime() < begun_at.getTime() - CLOCK_TOLERANCE_MS)
    throw refuse('provider_answer', providerSentences.notProvedAnew(access.name))
}

async function beginSessionFor(
  kontor: Kontor,
  { access }: Provider,
  person: Person,
  arrival: SignInCallback,
): Promise<string> {
  const { address, device, before, seconds } = arrival
  return inTransaction(kontor, async (tx) => {
    const { subject, sid, provedAt } = person
    const issuer = access.issuer.href
    await lockIdentityForUpdate(tx, issuer, subject)
    await ensureGroups(tx, access, person.groups, kontor.config)
    const userId = await findOrCreateAccount(tx, access, person)
    await assignProviderGroups(tx, access, userId, person.groups)
    const by = { provider: access.name, issuer, subject, sid, provedAt }
    const token = await openSession(tx, { userId, by, address, device, before, seconds })
    if (token === undefined) throw refuse('no_account')
    changed(tx, aboutUser(userId))
    return token
  })
}
