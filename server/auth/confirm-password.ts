// An open session alone shall not become everybody's accounts, nor get a way in that stays: what cannot be taken back
// needs a proof of who it is, at the login or since, within CONFIRM_AFTER_HOURS (docs/decisions/0010-sessions.md). A
// password that was set without such a proof is none itself for as long.

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

const HOUR_MS = 3_600_000

/** A token proves nobody, whatever the setting says. */
export function isConfirmed({ config }: Pick<Kontor, 'config'>, { confirmed_at, token }: Caller): boolean {
  const hours = config.confirmAfterHours
  if (hours === 0 && !token) return true
  return performance.now() - confirmed_at <= hours * HOUR_MS
}

export function requireConfirmed(kontor: Pick<Kontor, 'config'>, by: Caller) {
  if (!isConfirmed(kontor, by)) throw refuse('unconfirmed')
}

/** A guess here is counted like one at the login: who finds an open session shall not find out its password. */
export async function checkOwnPassword(kontor: Kontor, by: Caller, password: string, address: string) {
  const username = await getUsername(kontor.db, by.id)
  const admitted = await admitAttempt(kontor, username, address)
  if (!(await checkAttempt(kontor, admitted, password))) throw refuse('wrong_password')
  await takeAttemptBack(kontor.db, admitted.attempt)
}

/** Asked after the password was checked: one that is set meanwhile is not the one that was. */
export const passwordUnprovenUntil = ({ db, config }: Kontor, { id }: Caller) =>
  findUnprovenUntil(db, id, config.confirmAfterHours)

/** The person at an open session proves once more who they are. */
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
