// Queries whose last answer can be read without a network: the service worker keeps it (web/worker/calls.ts), and gives
// it where nobody answers and the screen has nothing yet.
import type { Query, QueryFunctionContext } from '@tanstack/react-query'
import { Copied } from '#web/api.ts'
import { queryClient } from '#web/query-client.ts'
import { showsCopy } from '#web/shell/use-away.ts'
import { OR_COPY } from './answers.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { isOffline?: boolean }
  }
}

type AskOptions = { signal: AbortSignal; headers: Record<string, string> }

/** `queryOptions({ queryKey, ...orCopy((options) => ask('GET', '/today/', options)) })`, for calls marked `offline`. */
export const orCopy = <T>(call: (options: AskOptions) => Promise<T>) => ({
  meta: { isOffline: true },
  async queryFn(context: QueryFunctionContext): Promise<T> {
    const query = context.client.getQueryCache().find({ queryKey: context.queryKey })
    const isEmpty = query?.state.data === undefined
    try {
      return await call({
        headers: isEmpty ? { [OR_COPY]: 'yes' } : {},
        // A query that has read it is given up when its screen goes.
        get signal() {
          return context.signal
        },
      })
    } catch (error) {
      if (!query || !isEmpty || !(error instanceof Copied)) throw error
      // Once the query has taken it for an answer.
      setTimeout(() => renew(query, error.at))
      return error.answer as T
    }
  },
})

/** A copy is as old as it was, nobody has answered, and the server is asked until somebody does. */
function renew(query: Query, at: number) {
  if (query.state.data === undefined) return
  query.setState({ dataUpdatedAt: at })
  if (navigator.onLine) showsCopy(query)
  void queryClient.refetchQueries({ queryKey: query.queryKey, exact: true })
}
