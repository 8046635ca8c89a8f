// Links the account of a signed-in person with one at a provider. Administrators and people with a second factor
// are never linked automatically by a claim (find-account.ts), only in this way.
import { audit } from '#server/audit/audit.ts'
import { lockCallerAndSession } from '#server/auth/own-transaction.ts'
import type { Caller } from '#server/caller.ts'
import type { Tx } from '#server/db/connect.ts'
import { refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutUser, aboutUsers } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { notify } from '#server/push/notify.ts'
import { PROVIDER_LINKED_JOB_KIND, queueAccountMail } from '#server/users/account-mails.ts'
import { beginSignIn } from './begin.ts'
import type { Provider } from './provider.ts'
import type { Person } from './read-person.ts'
import { providerSentences } from './sentences.ts'
import {
  deleteIdentities,
  findIdentity,
  hasIdentity,
  hasOtherSignInMethod,
  insertIdentity,
  listIdentities,
  lockIdentityForUpdate,
} from './store.ts'

/** Configured providers, and when the person linked each. */
export async function readOwnIdentities({ db, config }: Kontor, by: Caller) {
  const own = await listIdentities(db, by.id)
  return {
    items: config.providers.map(({ key, name, issuer }) => {
      const identity = own.find((one) => one.issuer === issuer.href)
      return { key, name, made_at: identity?.made_at ?? null }
    }),
  }
}

/** Needs confirmation like a passkey, since it adds a way to sign in. */
export async function beginLink(kontor: Kontor, by: Caller, provider: Provider, address: string) {
  return beginSignIn(kontor, provider, { returnTo: '/ui/profile#anbieter', linking: by.id, address })
}

export function linkAccount(kontor: Kontor, { access, issuer }: Provider, by: Caller, { subject }: Person) {
  return inTransaction(kontor, async (tx) => {
    await lockIdentityForUpdate(tx, issuer, subject)
    await lockCallerAndSession(tx, by)
    const owner = await findIdentity(tx, issuer, subject)
    if (owner === by.id) return
    if (owner !== undefined)
      throw refuse('no_account', providerSentences.linkedToAnother(access.name)).concerning(owner)
    if (await hasIdentity(tx, issuer, by.id))
      throw refuse('no_account', providerSentences.linkedAlready(access.name)).concerning(by.id)
    await insertIdentity(tx, { issuer, subject, userId: by.id })
    await audit(tx, by.id, 'user.identity', { user_id: by.id, provider: access.name })
    await notifyOwner(tx, kontor, by.id, access.name)
    changed(tx, aboutUsers)
  })
}

/** Warns the owner: somebody else may have used an unattended session. */
async function notifyOwner(tx: Tx, kontor: Kontor, userId: number, provider: string) {
  await notify(tx, kontor, [userId], {
    title: 'Ihr Konto wurde verbunden',
    body: providerSentences.linked(provider),
    path: '/ui/profile#anbieter',
    tag: 'provider',
  })
  if (kontor.config.mail) await queueAccountMail(tx, PROVIDER_LINKED_JOB_KIND, userId)
}

/** Needs no password, like ending a session, since it only removes access. */
export function unlinkAccount(kontor: Kontor, by: Caller, { access, issuer }: Provider) {
  return inTransaction(kontor, async (tx) => {
    await lockCallerAndSession(tx, by)
    if (!(await hasOtherSignInMethod(tx, by.id)))
      throw refuse('not_deletable', providerSentences.onlyWayIn(access.name))
    if (!(await deleteIdentities(tx, by.id, { except: by.session_id, issuer }))) throw refuse('not_found')
    await audit(tx, by.id, 'user.identity_end', { user_id: by.id, provider: access.name })
    changed(tx, aboutUser(by.id), aboutUsers)
  })
}
