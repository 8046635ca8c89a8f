// An open session alone shall not become the account, nor everybody's: what cannot be taken back needs a password
// that was given not long ago, at the login or since (docs/decisions/0021-sessions.md).
import { audit } from '#server/audit/audit.ts'
import type { Caller } from '#server/caller.ts'
import { refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutUser } from '#server/live/facts.ts'
import { changed } from '#server/live/news.ts'
import { checkAttempt } from './check-attempt.ts'
import { admitAttempt } from './login-limit.ts'
import { inOwnTransaction } from './own-transaction.ts'
import { setConfirmed } from './session-store.ts'
import { getUsername, takeAttemptBack } from './store.ts'

const FRESH_MS = 10 * 60_000

export function requireConfirmed({ confirmed_at }: Caller) {
  if (performance.now() - confirmed_at > FRESH_MS) throw refuse('unconfirmed')
}

/** A guess here is counted like one at the login: who finds an open session shall not find out its password. */
export async function checkOwnPassword(kontor: Kontor, by: Caller, password: string, address: string) {
  const username = await getUsername(kontor.db, by.id)
  const admitted = await admitAttempt(kontor, username, address)
  if (!(await checkAttempt(kontor, admitted, password))) throw refuse('wrong_password')
  await takeAttemptBack(kontor.db, admitted.attempt)
}

/** The person at an open session proves once more who they are. */
export async function confirmPassword(kontor: Kontor, by: Caller, password: string, address: string) {
  await checkOwnPassword(kontor, by, password, address)
  await inOwnTransaction(kontor, by, async (tx) => {
    await setConfirmed(tx, by.session_id)
    await audit(tx, by.id, 'auth.confirm')
    changed(tx, aboutUser(by.id))
  })
}
