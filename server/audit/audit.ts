import { AsyncLocalStorage } from 'node:async_hooks'
import type { Database } from '#server/db/connect.ts'
import type { Action } from './actions.ts'
import { insertRow } from './store.ts'

/**
 * Adds a row in the caller's transaction. If `by` is the caller of the current request, the request's IP address and
 * API token are recorded too. `about` holds ids and names of things, never content that users wrote. The database
 * derives the row's `objects` from keys such as `doc_id` and `user_ids`.
 */
export async function audit(
  tx: Database,
  by: number | null,
  action: Action,
  about: Record<string, unknown> = {},
) {
  const request = contextOfCaller(by)
  const { token } = request ?? {}
  const subject = token ? { ...about, token_id: token.id, token: token.name } : about
  await insertRow(tx, { user_id: by, action, subject, address: request?.address ?? null })
  request?.written.push({ action, by, subject })
}

type WrittenAction = { action: Action; by: number | null; subject: Record<string, unknown> }
/**
 * Context of the current request for the audit log: caller, IP address, API token, and the actions recorded so far.
 * `audit` reads it from `requestContext`, so rules do not pass it on.
 */
export type RequestContext = {
  by: number | undefined
  address: string
  /** The API token of the call, if any. */
  token: { id: number; name: string } | undefined
  written: WrittenAction[]
}

export const requestContext = new AsyncLocalStorage<RequestContext>()

/**
 * Context of the current request, if the caller of the request is this user. Undefined in background jobs.
 */
function contextOfCaller(by: number | null): RequestContext | undefined {
  const context = requestContext.getStore()
  return context && by !== null && context.by === by ? context : undefined
}
