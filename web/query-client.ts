// What the browser knows of the server's data.
import { notifyManager, QueryClient } from '@tanstack/react-query'
import { Failed, isUnreachable } from './api.ts'

// What a click has changed is painted with the next frame, not one timer later.
notifyManager.setScheduler(queueMicrotask)

/** A refusal stays one; what the network or a busy server dropped is asked again, when the server says so. */
export const isAskedAgain = (count: number, error: Error) =>
  error instanceof Failed &&
  ((count < 2 && ((error.status === 0 && navigator.onLine) || error.status === 429)) ||
    (count < 4 && error.status === 503))

/** Then it waits for the network, and goes on by itself. */
export const isOffline = (error: unknown) => isUnreachable(error) && !navigator.onLine

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Tried in any case: without a network the service worker may have a copy.
      networkMode: 'offlineFirst',
      retry: (count, error) => isAskedAgain(count, error) || isOffline(error),
      retryDelay: (count, error) =>
        Math.max(1_000 * 2 ** count, error instanceof Failed ? (error.againAfter ?? 0) : 0) *
        (0.9 + 0.2 * Math.random()),
      staleTime: 2_000,
    },
  },
})
