// An open session alone shall not become everybody's accounts, nor get a way in that stays: what cannot be taken back
// needs a proof of who it is, at the login or since, within CONFIRM_AFTER_HOURS (docs/decisions/0021-sessions.md).

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

const HOUR_MS = 3_600_000

/** A token proves nobody, whatever the setting says. */
export function requireConfirmed({ config }: Pick<Kontor, 'config'>, { confirmed_at, token }: Caller) {
  const hours = config.confirmAfterHours
  if (hours === 0 && !token) return
  if (performance.now() - confirmed_at > hours * HOUR_MS) throw refuse('unconfirmed')
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
