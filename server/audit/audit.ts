import type { Database } from '#server/db/connect.ts'
import { requestOf } from './request-of.ts'
import { insertRow } from './store.ts'

/**
 * Writes down who did what, in the transaction that it tells of, and the address it was done from. `about` holds ids
 * and the names of things, never what somebody wrote or filled in: `doc_id`, `user_ids` and their like lead to what
 * it is about. Where a program made the call, its token is named beside them.
 */
export async function audit(
  tx: Database,
  by: number | null,
  action: string,
  about: Record<string, unknown> = {},
) {
  const request = requestOf(by)
  const { token } = request ?? {}
  const subject = token ? { ...about, token_id: token.id, token: token.name } : about
  await insertRow(tx, { user_id: by, action, subject, address: request?.address ?? null })
  request?.written.push({ action, by, subject })
}
