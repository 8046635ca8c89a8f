/** What the browser knows of the server's data. */
import { QueryClient } from '@tanstack/react-query'
import { Failed } from './api.ts'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // A refusal stays one; what the network or a busy server dropped is asked again.
      retry: (count, error) =>
        count < 2 && error instanceof Failed && (error.status === 0 || error.status === 503),
      staleTime: 2_000,
    },
  },
})
