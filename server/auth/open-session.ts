// Whichever way somebody has proved who they are, a session begins like this.
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

/** Nobody needs more at once: whoever goes on signing in loses the one that was used longest ago. */
const MOST_SESSIONS = 50
/** So many are kept that have been used within the hour. */
const MOST_IN_AN_HOUR = 1_000

type SignIn = Arrival &
  Proof & {
    userId: number
    /** The hash that the password was checked against; null where something else has opened the account. */
    checked?: string | null
    attempt?: number | null
  }

/**
 * In place of the one that the browser had until now. The answer is its token; undefined where the account may not be
 * used any more, or where what was proved is not enough in this very moment.
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
