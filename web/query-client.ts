// The query client.
import { notifyManager, QueryClient } from '@tanstack/react-query'
import { CallError, isUnreachable } from './api.ts'

// Repaints with the next frame instead of one timer later.
notifyManager.setScheduler(queueMicrotask)

/** Refusals are final; network failures and overload are retried, no earlier than requested. */
export const shouldRetry = (count: number, error: Error) =>
  error instanceof CallError &&
  ((count < 2 && ((error.status === 0 && navigator.onLine) || error.status === 429)) ||
    (count < 4 && error.status === 503))

/** Paused until the network is back. */
export const isOffline = (error: unknown) => isUnreachable(error) && !navigator.onLine

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Tried even offline, since the service worker may have a copy.
      networkMode: 'offlineFirst',
      retry: (count, error) => shouldRetry(count, error) || isOffline(error),
      retryDelay: (count, error) =>
        Math.max(1_000 * 2 ** count, error instanceof CallError ? (error.againAfter ?? 0) : 0) *
        (1 + 0.2 * Math.random()),
      staleTime: 2_000,
    },
  },
})
