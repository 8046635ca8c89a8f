import { AsyncLocalStorage } from 'node:async_hooks'
import type { Database } from '#server/db/connect.ts'
import type { Action } from './actions.ts'
import { insertRow } from './store.ts'

/**
 * Writes down who did what, in the transaction that it tells of, and the address it was done from. `about` holds ids
 * and the names of things, never what somebody wrote or filled in: `doc_id`, `user_ids` and their like lead to what
 * it is about. Where a program made the call, its token is named beside them.
 */
export async function audit(
  tx: Database,
  by: number | null,
  action: Action,
  about: Record<string, unknown> = {},
) {
  const request = requestOf(by)
  const { token } = request ?? {}
  const subject = token ? { ...about, token_id: token.id, token: token.name } : about
  await insertRow(tx, { user_id: by, action, subject, address: request?.address ?? null })
  request?.written.push({ action, by, subject })
}

type Written = { action: Action; by: number | null; subject: Record<string, unknown> }
/** The request that a rule works for: where it comes from, and what was written down in its course. No rule needs either. */
export type Asking = {
  by: number | undefined
  address: string
  /** With which a program made the call. */
  token: { id: number; name: string } | undefined
  written: Written[]
}

export const asking = new AsyncLocalStorage<Asking>()

/** The request, if it is this person's own; a job that it set going has none. */
function requestOf(by: number | null): Asking | undefined {
  const known = asking.getStore()
  return known && by !== null && known.by === by ? known : undefined
}
