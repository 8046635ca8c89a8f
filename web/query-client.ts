/** What the browser knows of the server's data, and what happens when a session has ended. */
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { Failed } from './api.ts'

const onError = (error: unknown) => {
  if (error instanceof Failed && error.detail === 'Unauthorized') unauthorized()
}
let unauthorized = () => {}

/** Whoever draws the screens says here how to get to the login. */
export function onUnauthorized(leave: () => void) {
  unauthorized = leave
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: {
      // A refusal stays one; what the network or a busy server dropped is asked again.
      retry: (count, error) =>
        count < 2 && error instanceof Failed && (error.status === 0 || error.status === 503),
      staleTime: 2_000,
    },
  },
})
