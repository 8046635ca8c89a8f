// Finds the local account of a person who signs in at a provider. The first sign-in matches by the configured
// claim. Later ones match by the subject, which a provider never reuses: so neither a new username here nor a
// reassigned mailbox leads to another account.
import { audit } from '#server/audit/audit.ts'
import { lockUserForUpdate } from '#server/auth/accounts-store.ts'
import type { Tx } from '#server/db/connect.ts'
import { isFormerPersonName } from '#server/db/people.ts'
import { refuse } from '#server/http/errors.ts'
import { stripInvisible } from '#server/http/input/typed-name.ts'
import { aboutUsers } from '#server/live/facts.ts'
import { changed } from '#server/live/news.ts'
import type { ProviderAccess } from '#server/provider-settings.ts'
import { insertPeople, listIdsByName } from '#server/users/import/store.ts'
import { namesForUsers } from '#server/users/sync/names.ts'
import { lockSyncForUpdate } from '#server/users/sync/store.ts'
import { peoplePayload, queueWebhookEvent } from '#server/webhooks/outbox-store.ts'
import type { Person } from './read-person.ts'
import { providerSentences } from './sentences.ts'
import { findIdentity, hasIdentity, insertIdentity, listMatchingUsers, needsManualLink } from './store.ts'

export async function findOrCreateAccount(tx: Tx, access: ProviderAccess, person: Person): Promise<number> {
  const identity = await findIdentity(tx, access.issuer.href, person.subject)
  if (identity !== undefined) {
    await requireActive(tx, identity)
    return identity
  }
  const match = await findMatch(tx, access, person)
  if (match !== undefined) return linkIdentity(tx, access, { person, match })
  if (!access.creates) throw refuse('no_account', providerSentences.noAccount(access.name))
  await lockSyncForUpdate(tx)
  // A sync that held the lock may have created this person.
  const afterSync = await findMatch(tx, access, person)
  return afterSync === undefined
    ? createAccount(tx, access, person)
    : linkIdentity(tx, access, { person, match: afterSync })
}

async function findMatch(tx: Tx, access: ProviderAccess, person: Person): Promise<number | undefined> {
  const [match, ...others] = await listMatchingUsers(tx, access.match, requireMatchedValue(access, person))
  if (others.length > 0) throw refuse('no_account', providerSentences.severalFit(access.name))
  return match
}

async function linkIdentity(
  tx: Tx,
  access: ProviderAccess,
  { person, match }: { person: Person; match: number },
): Promise<number> {
  const issuer = access.issuer.href
  await requireActive(tx, match)
  if (await hasIdentity(tx, issuer, match))
    throw refuse('no_account', providerSentences.accountIsOthers(access.name)).concerning(match)
  // A provider's claim must not give access to everybody's data, nor bypass a second factor.
  if (await needsManualLink(tx, match))
    throw refuse('no_account', providerSentences.linkYourself(access.name)).concerning(match)
  await insertIdentity(tx, { issuer, subject: person.subject, userId: match })
  await audit(tx, match, 'user.identity', { user_id: match, provider: access.name })
  changed(tx, aboutUsers)
  return match
}

/** An e-mail address counts only if the provider has verified it. */
function requireMatchedValue(
  { name, match }: ProviderAccess,
  { matched, email, isEmailVerified }: Person,
): string {
  if (matched === null) throw refuse('no_account', providerSentences.nothingToKnowBy(name))
  if (stripInvisible(matched) !== matched || matched.normalize('NFKC') !== matched)
    throw refuse('no_account', providerSentences.confusableName(name))
  if (match === 'email' && !(isEmailVerified && matched === email))
    throw refuse('no_account', providerSentences.emailUnverified(name))
  return matched
}

async function requireActive(tx: Tx, userId: number) {
  const user = await lockUserForUpdate(tx, userId)
  if (user.anonymised_at !== null || !user.is_active)
    throw refuse('no_account', providerSentences.accountIsInactive).concerning(userId)
}

/** Creates an account as an import does: no password, no group, never an administrator. */
async function createAccount(tx: Tx, access: ProviderAccess, person: Person): Promise<number> {
  const { name, issuer } = access
  const { subject, vorname, nachname, matched } = person
  const wanted = access.match === 'username' ? matched : (person.username ?? matched)
  if (wanted !== null && isFormerPersonName(wanted)) throw refuse('no_account')
  const planned = {
    id: subject,
    barcode: null,
    username: wanted,
    nachname,
    vorname,
    email: null,
    telefon: null,
    groups: [],
  }
  const [named] = await namesForUsers(tx, [planned])
  const username = named?.username as string
  const email = person.isEmailVerified ? person.email : null
  await insertPeople(tx, [{ username, vorname, nachname, telefon: null, email }])
  const id = (await listIdsByName(tx, [username])).get(username) as number
  await insertIdentity(tx, { issuer: issuer.href, subject, userId: id })
  await audit(tx, id, 'user.provided', { user_id: id, username, provider: name })
  await queueWebhookEvent(tx, 'people.changed', peoplePayload('created', [id]))
  changed(tx, aboutUsers)
  return id
}
