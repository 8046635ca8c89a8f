import type { Tx } from './db/connect.ts'

/** Writes down who did what, in the transaction that it tells of. */
export async function record(
  tx: Tx,
  by: number | null,
  action: string,
  subject: Record<string, unknown> = {},
) {
  await tx
    .insertInto('audit')
    .values({ user_id: by, action, subject: JSON.stringify(subject) })
    .execute()
}
