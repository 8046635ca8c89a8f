import { audit } from '#server/audit/audit.ts'
import type { Tx } from '#server/db/connect.ts'
import { aboutUser } from '#server/live/facts.ts'
import { changed } from '#server/live/news.ts'
import { deleteCredentials } from '../credentials-store.ts'

/** Removes all second factors, e.g. for a lost phone. Returns whether there were any. */
export async function deleteFactors(tx: Tx, by: number | null, userId: number): Promise<boolean> {
  const { passkeys, one_time_codes } = await deleteCredentials(tx, [userId], ['passkeys', 'one_time_codes'])
  if (passkeys === 0 && one_time_codes === 0) return false
  await audit(tx, by, 'user.factors_removed', { user_id: userId })
  changed(tx, aboutUser(userId))
  return true
}
