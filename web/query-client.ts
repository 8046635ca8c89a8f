/** What the browser knows of the server's data. */
import { notifyManager, QueryClient } from '@tanstack/react-query'
import { Failed } from './api.ts'

// What a click has changed is painted with the next frame, not one timer later.
notifyManager.setScheduler(queueMicrotask)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // A refusal stays one; what the network or a busy server dropped is asked again, when the server says so.
      retry: (count, error) =>
        error instanceof Failed &&
        ((count < 2 && ((error.status === 0 && navigator.onLine) || error.status === 429)) ||
          (count < 4 && error.status === 503)),
      retryDelay: (count, error) =>
        Math.max(1_000 * 2 ** count, error instanceof Failed ? (error.againAfter ?? 0) : 0) *
        (0.9 + 0.2 * Math.random()),
      staleTime: 2_000,
    },
  },
})
