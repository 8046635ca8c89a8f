/** What the browser knows of the server's data. */
import { notifyManager, QueryClient } from '@tanstack/react-query'
import { Failed } from './api.ts'

// What a click has changed is painted with the next frame, not one timer later.
notifyManager.setScheduler(queueMicrotask)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // A refusal stays one; what the network or a busy server dropped is asked again.
      retry: (count, error) =>
        count < 2 &&
        error instanceof Failed &&
        ((error.status === 0 && navigator.onLine) || error.status === 503),
      staleTime: 2_000,
    },
  },
})
