// Queries with an offline copy: the service worker caches the answer (web/worker/calls.ts) and returns it if
// the network fails and the screen has nothing yet.
import type { Query, QueryFunctionContext } from '@tanstack/react-query'
import { OfflineCopyError } from '#web/api.ts'
import { queryClient } from '#web/query-client.ts'
import { markAsCopy } from '#web/shell/outage.ts'
import { OR_COPY_HEADER } from './answers.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { isOffline?: boolean }
  }
}

type AskOptions = { signal: AbortSignal; headers: Record<string, string> }

/**
 * For calls marked `offline`:
 * `queryOptions({ queryKey, ...withCopyFallback((options) => ask('GET', '/today/', options)) })`
 */
export const withCopyFallback = <T>(call: (options: AskOptions) => Promise<T>) => ({
  meta: { isOffline: true },
  async queryFn(context: QueryFunctionContext): Promise<T> {
    const query = context.client.getQueryCache().find({ queryKey: context.queryKey })
    const isEmpty = query?.state.data === undefined
    try {
      return await call({
        headers: isEmpty ? { [OR_COPY_HEADER]: 'yes' } : {},
        // A getter, since reading the signal makes the query cancel the request on unmount.
        get signal() {
          return context.signal
        },
      })
    } catch (error) {
      if (!query || !isEmpty || !(error instanceof OfflineCopyError)) throw error
      // Deferred, since the query must first store the copy as its data.
      setTimeout(() => markAsCopyAndRefetch(query, error.at))
      return error.answer as T
    }
  },
})

/**
 * Gives the query the age of the copy, marks it as failing, and fetches again, which keeps the polling alive.
 */
function markAsCopyAndRefetch(query: Query, at: number) {
  if (query.state.data === undefined) return
  query.setState({ dataUpdatedAt: at })
  if (navigator.onLine) markAsCopy(query)
  void queryClient.refetchQueries({ queryKey: query.queryKey, exact: true })
}
