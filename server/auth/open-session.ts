// Starts a session, however the person has proved their identity.
import type { Tx } from '#server/db/connect.ts'
import { networksOf } from '#server/http/address.ts'
import { aboutUser } from '#server/live/facts.ts'
import { changed } from '#server/live/news.ts'
import {
  type Arrival,
  beginSession,
  deleteLongestUnused,
  type Proof,
  replaceSession,
} from './session-store.ts'
import { hashOf, newToken } from './sessions.ts'

/** The session that has been idle longest ends beyond this number. */
const MOST_SESSIONS = 50
/** Higher bound for sessions used within the last hour. */
const MOST_IN_AN_HOUR = 1_000

type SignIn = Arrival &
  Proof & {
    userId: number
    /** The hash that the password was checked against; null if the account was opened by other means. */
    checked?: string | null
    attempt?: number | null
  }

/**
 * Replaces the browser's previous session and returns the new token; undefined if the account was deactivated
 * or the proof became insufficient in the meantime.
 */
export async function openSession(
  tx: Tx,
  { before, checked = null, attempt = null, ...signIn }: SignIn,
): Promise<string | undefined> {
  const { userId, address } = signIn
  const token = newToken()
  const network = networksOf(address).near
  const begun = await beginSession(tx, { ...signIn, checked, attempt, network, tokenHash: hashOf(token) })
  if (!begun) return undefined
  if (before) {
    await replaceSession(tx, before, { userId, id: begun.id })
    changed(tx, aboutUser(before.id))
  }
  if (begun.sessions - Number(before?.id === userId) > MOST_SESSIONS) {
    await deleteLongestUnused(tx, userId, { most: MOST_SESSIONS, inAnHour: MOST_IN_AN_HOUR })
    changed(tx, aboutUser(userId))
  }
  return token
}
