// Asks the server; where nobody answers, or not soon, what this device has kept of its last answer stands in for it
// until somebody does. Only for queries that say so (`meta: copied`), and only where a screen has nothing yet.
import type { Query, QueryFunctionContext } from '@tanstack/react-query'
import { isUnanswered } from '#web/api.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { isCopied?: boolean }
  }
}

/** `queryOptions({ …, meta: copied })`: the last answer may be read on this device without a network. */
export const copied = { isCopied: true }

type StandIn = <T>(query: Query, asked: T | Promise<T>) => Promise<T>
let load: (() => Promise<{ standIn: StandIn }>) | undefined

/** Whoever draws the screens says here where the copies are: they come when they are needed. */
export function onMissing(loadCopies: typeof load) {
  load = loadCopies
}

/** A network that takes longer is as good as none. */
export const PATIENCE_MS = 4_000

export async function askOrCopy<T>(
  ask: (context: QueryFunctionContext) => T | Promise<T>,
  context: QueryFunctionContext,
  query: Query,
): Promise<T> {
  const asked = ask(context)
  if (!query.meta?.isCopied || query.state.data !== undefined) return asked
  const isMissing = await Promise.race([
    Promise.resolve(asked).then(() => false, isUnanswered),
    new Promise((resolve) => setTimeout(resolve, PATIENCE_MS, true)),
  ])
  return isMissing && load ? (await load()).standIn(query, asked) : asked
}
