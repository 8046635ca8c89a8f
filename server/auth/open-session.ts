// Starts a session after any kind of login: password, passkey, identity provider, or invitation or reset link.
import { insertRow } from '#server/audit/store.ts'
import type { Tx } from '#server/db/connect.ts'
import { networkKeysOf } from '#server/http/address.ts'
import { aboutUser } from '#server/live/facts.ts'
import { changed } from '#server/live/news.ts'
import {
  countSessions,
  deleteLongestUnused,
  type IdentityProof,
  insertSession,
  type LoginOrigin,
  replaceSession,
  setLoggedIn,
} from './session-store.ts'
import { hashToken, newToken } from './sessions.ts'
import { deleteAttempt, putKnownAddress } from './store.ts'

/** Beyond this number the session that has been idle longest ends. */
const MAX_SESSIONS = 50
/** Upper bound for sessions used within the last hour, which do not end by the limit above. */
const MAX_RECENTLY_USED_SESSIONS = 1_000

type SessionStart = LoginOrigin &
  IdentityProof & {
    userId: number
    /** Hash that the password was compared with; null if no password was entered. */
    checked?: string | null
    attempt?: number | null
  }

/**
 * Starts a session in place of the browser's previous one and returns its token. Undefined if the account was
 * deactivated in the meantime, or if the proof of identity is no longer sufficient.
 */
export async function openSession(
  tx: Tx,
  { before, checked = null, attempt = null, ...signIn }: SessionStart,
): Promise<string | undefined> {
  const { userId, address } = signIn
  if (!(await setLoggedIn(tx, { ...signIn, checked }))) return undefined
  if (attempt !== null) await deleteAttempt(tx, attempt)
  await putKnownAddress(tx, userId, networkKeysOf(address).near)
  const token = newToken()
  const id = await insertSession(tx, hashToken(token), userId, signIn.seconds, signIn)
  if (before) {
    await replaceSession(tx, before, { userId, id })
    changed(tx, aboutUser(before.id))
  }
  // Written directly, since the person who signs in is not the caller of this request yet.
  await insertRow(tx, { user_id: userId, action: 'auth.login', subject: factorForAudit(signIn.by), address })
  if ((await countSessions(tx, userId)) > MAX_SESSIONS) {
    await deleteLongestUnused(tx, userId, { most: MAX_SESSIONS, recentlyUsed: MAX_RECENTLY_USED_SESSIONS })
    changed(tx, aboutUser(userId))
  }
  return token
}

/** Factor for the audit log; a password alone is not mentioned. */
function factorForAudit(by: IdentityProof['by']) {
  if (typeof by === 'object') return { provider: by.provider }
  return by === undefined || by === 'password' ? {} : { by }
}
