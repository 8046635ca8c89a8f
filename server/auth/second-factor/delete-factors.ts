import { audit } from '#server/audit/audit.ts'
import type { Tx } from '#server/db/connect.ts'
import { aboutUser } from '#server/live/facts.ts'
import { changed } from '#server/live/news.ts'
import { deletePasskeysOf } from '../passkeys/store.ts'
import { deleteCodes } from './store.ts'

/** Removes all second factors, e.g. for a lost phone. Returns whether there were any. */
export async function deleteFactors(tx: Tx, by: number | null, userId: number): Promise<boolean> {
  const passkeys = await deletePasskeysOf(tx, userId)
  const hadCodes = await deleteCodes(tx, userId)
  if (passkeys === 0 && !hadCodes) return false
  await audit(tx, by, 'user.factors_removed', { user_id: userId })
  changed(tx, aboutUser(userId))
  return true
}
