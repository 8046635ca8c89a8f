import { requestOf } from './audit/asking.ts'
import type { Database } from './db/connect.ts'

/**
 * Writes down who did what, in the transaction that it tells of, and the address it was done from. `subject` holds ids and
 * the names of things, never what somebody wrote or filled in: `doc_id`, `user_ids` and their like lead to what it is about.
 */
export async function record(
  tx: Database,
  by: number | null,
  action: string,
  subject: Record<string, unknown> = {},
) {
  const request = requestOf(by)
  await tx
    .insertInto('audit')
    .values({ user_id: by, action, subject: JSON.stringify(subject), address: request?.address ?? null })
    .execute()
  request?.written.push({ action, by, subject })
}
