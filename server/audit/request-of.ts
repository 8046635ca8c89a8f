// The request that a rule works for, as far as its audit rows want to know: where it comes from, and what was written
// down in its course. No rule needs either.
import { AsyncLocalStorage } from 'node:async_hooks'

type Written = { action: string; by: number | null; subject: Record<string, unknown> }
export type Asking = {
  by: number | undefined
  address: string
  /** With which a program made the call. */
  token: { id: number; name: string } | undefined
  written: Written[]
}

export const asking = new AsyncLocalStorage<Asking>()

/** The request, if it is this person's own; a job that it set going has none. */
export function requestOf(by: number | null): Asking | undefined {
  const known = asking.getStore()
  return known && by !== null && known.by === by ? known : undefined
}
