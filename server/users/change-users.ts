// Changes to one user by administrators, each with an audit row and news to the people concerned.
import { audit } from '#server/audit/audit.ts'
import {
  findSameUsername,
  lockAdminsForUpdate,
  lockNotAnonymisedUserForUpdate,
  lockUserForUpdate,
} from '#server/auth/accounts-store.ts'
import { endSessions } from '#server/auth/end-sessions.ts'
import { checkNewPassword } from '#server/auth/password-rules.ts'
import { setPassword } from '#server/auth/set-password.ts'
import type { Caller } from '#server/caller.ts'
import type { Tx } from '#server/db/connect.ts'
import { DELETED_USER } from '#server/db/people.ts'
import { refuse, refuseInvalid } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutUser, aboutUsers } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { forgetInRounds } from '#server/privacy/docs-sections-store.ts'
import { getSubject } from '#server/privacy/subject-store.ts'
import { peoplePayload, queueWebhookEvent } from '#server/webhooks/outbox-store.ts'
import { mayDelete, mayDemote } from './may-change-user.ts'
import { readEmail } from './read-email.ts'
import { type PersonName, readPersonName } from './read-person-name.ts'
import { readUsername } from './read-username.ts'
import { userSentences } from './sentences.ts'
import { deleteUser, getUser, insertUser, setEmail, setIsAdmin, setPersonName, setUsername } from './store.ts'

type NewUser = { username: string; email?: string | null | undefined } & Parameters<typeof readPersonName>[0]

/** Creates a local user from a username. Without a password they cannot sign in. */
export function createUser(kontor: Kontor, by: Caller, typed: NewUser): Promise<number> {
  const username = checkUsername(typed.username)
  const email = readEmail(typed.email)
  const name = readPersonName(typed)
  return inTransaction(kontor, async (tx) => {
    const id = await insertUser(tx, { username, email, ...name })
    if (id === undefined) throw usernameTakenRefusal(username, await findSameUsername(tx, username))
    await audit(tx, by.id, 'user.create', { user_id: id, username })
    await queueWebhookEvent(tx, 'people.changed', peoplePayload('created', [id]))
    changed(tx, aboutUsers)
    return id
  })
}

/**
 * Changes the username; sessions stay. A token cannot rename administrators, since a provider may find their
 * accounts by the username.
 */
export function renameUser(kontor: Kontor, by: Caller, id: number, typed: string) {
  const username = checkUsername(typed)
  return inTransaction(kontor, async (tx) => {
    const before = await lockNotAnonymisedUserForUpdate(tx, id)
    if (by.token && before.is_admin) throw refuse('token_scope', userSentences.tokenRenamesNoAdmin)
    const same = await findSameUsername(tx, username, id)
    if (same !== undefined) throw usernameTakenRefusal(username, same)
    await setUsername(tx, id, username)
    if (before.username !== username) {
      await audit(tx, by.id, 'user.rename', { user_id: id, from: before.username, to: username })
      await queueWebhookEvent(tx, 'people.changed', peoplePayload('changed', [id]))
    }
    changed(tx, aboutUser(id), aboutUsers)
  })
}

/** Changes the name of a local user. The audit log omits the names, which would otherwise survive anonymising. */
export function changeName(kontor: Kontor, by: Caller, id: number, typed: PersonName) {
  const name = readPersonName(typed)
  return inTransaction(kontor, async (tx) => {
    const user = await lockNotAnonymisedUserForUpdate(tx, id)
    if (user.persplan_id !== null) throw refuse('not_changeable', userSentences.plannerNames)
    await setPersonName(tx, id, name)
    await audit(tx, by.id, 'user.name', { user_id: id })
    await queueWebhookEvent(tx, 'people.changed', peoplePayload('changed', [id]))
    changed(tx, aboutUser(id), aboutUsers)
  })
}

/**
 * The mailbox can open the account by „Passwort vergessen“. So the call needs a fresh confirmation, as for a
 * new password.
 */
export function changeEmail(kontor: Kontor, by: Caller, id: number, typed: string | null) {
  const email = readEmail(typed)
  return inTransaction(kontor, async (tx) => {
    await lockNotAnonymisedUserForUpdate(tx, id)
    await setEmail(tx, id, email)
    await audit(tx, by.id, 'user.email', { user_id: id, is_set: email !== null })
    await queueWebhookEvent(tx, 'people.changed', peoplePayload('changed', [id]))
    changed(tx, aboutUsers)
  })
}

/** Grants or revokes administrator rights; effective with their next request. At least one administrator remains. */
export function changePrivileges(kontor: Kontor, by: Caller, id: number, isAdmin: boolean) {
  return inTransaction(kontor, async (tx) => {
    const admins = await lockAdminsForUpdate(tx)
    const user = await lockNotAnonymisedUserForUpdate(tx, id)
    if (!isAdmin && !mayDemote(user, admins.length)) throw refuse('last_admin')
    await setIsAdmin(tx, id, isAdmin)
    if (user.is_admin !== isAdmin) {
      await audit(tx, by.id, 'user.privileges', { user_id: id, is_admin: isAdmin })
      await queueWebhookEvent(tx, 'people.changed', peoplePayload('changed', [id]))
    }
    changed(tx, aboutUser(id), aboutUsers)
  })
}

/** Sets a temporary password for somebody, and ends their sessions. The caller's own session stays. */
export async function setUserPassword(kontor: Kontor, by: Caller, id: number, password: string) {
  const user = await getUser(kontor.db, id)
  if (user.is_anonymised) throw refuse('anonymised')
  checkNewPassword(password, user.username, kontor.config)
  await setPassword(kontor, {
    userId: id,
    password,
    by: by.id,
    session: by.session_id,
    ...(id === by.id ? { keepSession: by.session_id } : { isGiven: true }),
  })
}

/** Lets administrators end anybody's sessions, e.g. of a lost phone. */
export async function endUserSessions(kontor: Kontor, by: Caller, id: number) {
  await getUser(kontor.db, id)
  await endSessions(kontor, by, id)
}

/** Deletes a local user with sessions and assignments. Their content stays, as a deleted user's. */
export function removeUser(kontor: Kontor, by: Caller, id: number) {
  return inTransaction(kontor, (tx) => removeUserIn(tx, by, id))
}

export async function removeUserIn(tx: Tx, by: Pick<Caller, 'id'>, id: number) {
  const admins = await lockAdminsForUpdate(tx)
  const user = await lockUserForUpdate(tx, id)
  if (user.persplan_id !== null) {
    throw refuse('not_deletable', user.is_active ? userSentences.plannerRemoves : userSentences.onlyAnonymise)
  }
  if (id === by.id) throw refuse('not_deletable', userSentences.notOneself)
  if (!mayDelete(user, by.id, admins.length)) throw refuse('last_admin')
  // In finished rounds the name is replaced by „Gelöschter Benutzer“.
  await forgetInRounds(tx, await getSubject(tx, id), DELETED_USER)
  await deleteUser(tx, id)
  await audit(tx, by.id, 'user.delete', { user_id: id, username: user.username })
  await queueWebhookEvent(tx, 'people.changed', peoplePayload('removed', [id]))
  changed(tx, aboutUser(id), aboutUsers)
}

function checkUsername(typed: string): string {
  const read = readUsername(typed)
  if ('name' in read) return read.name
  throw refuseInvalid(['body', 'username'], read.sentence, read.type)
}

/** The refusal contains the existing spelling, since no user has exactly the typed one. */
const usernameTakenRefusal = (typed: string, present: string | undefined) =>
  refuse('name_taken', userSentences.nameTaken(typed, present === typed ? undefined : present))
