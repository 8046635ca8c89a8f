// A stolen session must not suffice to take over accounts or to create lasting access. Irreversible actions
// therefore need a proof of identity within the last CONFIRM_AFTER_HOURS, at the login or by entering the password
// again (docs/decisions/0010-sessions.md). The contract marks these calls as `confirmed`. A password that was set
// without such a proof does not count as a proof for the next CONFIRM_AFTER_HOURS.

import { audit } from '#server/audit/audit.ts'
import type { Caller } from '#server/caller.ts'
import { refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutUser } from '#server/live/facts.ts'
import { changed } from '#server/live/news.ts'
import { checkAttempt } from './check-attempt.ts'
import { admitAttempt } from './login-limit.ts'
import { inCallerTransaction } from './own-transaction.ts'
import { authSentences } from './sentences.ts'
import { setConfirmed } from './session-store.ts'
import { deleteAttempt, findPasswordUnprovenUntil, getUsername } from './store.ts'

/** Wrong passwords count like failed logins, so that an open session is no way to guess the password. */
export async function checkOwnPassword(kontor: Kontor, by: Caller, password: string, address: string) {
  const username = await getUsername(kontor.db, by.id)
  const admitted = await admitAttempt(kontor, username, address)
  if (!(await checkAttempt(kontor, admitted, password))) throw refuse('wrong_password')
  await deleteAttempt(kontor.db, admitted.attempt)
}

/**
 * Call after the password check: a value read earlier could still describe a password that was replaced during the
 * check.
 */
export const getPasswordUnprovenUntil = ({ db, config }: Kontor, { id }: Caller) =>
  findPasswordUnprovenUntil(db, id, config.confirmAfterHours)

/** Records a new proof of identity for the caller's current session. */
export async function confirmPassword(kontor: Kontor, by: Caller, password: string, address: string) {
  await checkOwnPassword(kontor, by, password, address)
  const until = await getPasswordUnprovenUntil(kontor, by)
  if (until)
    throw refuse('password_unproven', authSentences.passwordUnproven(formatTime(until, kontor.config)))
  await inCallerTransaction(kontor, by, async (tx) => {
    await setConfirmed(tx, by.session_id)
    await audit(tx, by.id, 'auth.confirm')
    changed(tx, aboutUser(by.id))
  })
}

const formatTime = (at: Date, { timeZone }: Kontor['config']) =>
  at.toLocaleString('de-DE', { timeZone, dateStyle: 'medium', timeStyle: 'short' })
