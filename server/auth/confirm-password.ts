// A stolen session must not take over accounts nor create lasting access: irreversible actions need proof of
// identity, at login or later, within CONFIRM_AFTER_HOURS (docs/decisions/0010-sessions.md). The contract marks
// them as `confirmed`. A password set without such a proof does not count as one for the same period.

import { audit } from '#server/audit/audit.ts'
import type { Caller } from '#server/caller.ts'
import { refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutUser } from '#server/live/facts.ts'
import { changed } from '#server/live/news.ts'
import { checkAttempt } from './check-attempt.ts'
import { admitAttempt } from './login-limit.ts'
import { inOwnTransaction } from './own-transaction.ts'
import { sentences } from './sentences.ts'
import { setConfirmed } from './session-store.ts'
import { findUnprovenUntil, getUsername, takeAttemptBack } from './store.ts'

/** Counted like an attempt at login: an open session must not help to guess its password. */
export async function checkOwnPassword(kontor: Kontor, by: Caller, password: string, address: string) {
  const username = await getUsername(kontor.db, by.id)
  const admitted = await admitAttempt(kontor, username, address)
  if (!(await checkAttempt(kontor, admitted, password))) throw refuse('wrong_password')
  await takeAttemptBack(kontor.db, admitted.attempt)
}

/** Read after the password was checked: one set in the meantime is another password. */
export const passwordUnprovenUntil = ({ db, config }: Kontor, { id }: Caller) =>
  findUnprovenUntil(db, id, config.confirmAfterHours)

/** Confirms the identity of the person at an open session. */
export async function confirmPassword(kontor: Kontor, by: Caller, password: string, address: string) {
  await checkOwnPassword(kontor, by, password, address)
  const until = await passwordUnprovenUntil(kontor, by)
  if (until) throw refuse('password_unproven', sentences.passwordUnproven(formatTime(until, kontor.config)))
  await inOwnTransaction(kontor, by, async (tx) => {
    await setConfirmed(tx, by.session_id)
    await audit(tx, by.id, 'auth.confirm')
    changed(tx, aboutUser(by.id))
  })
}

const formatTime = (at: Date, { timeZone }: Kontor['config']) =>
  at.toLocaleString('de-DE', { timeZone, dateStyle: 'medium', timeStyle: 'short' })
