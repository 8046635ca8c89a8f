import { notifyManager, QueryClient } from '@tanstack/react-query'
import { CallError, isUnreachable } from './api.ts'

// Notifies components in a microtask instead of a timer, so that they render one frame earlier.
notifyManager.setScheduler(queueMicrotask)

/** Refusals are final. Network failures (status 0), 429 and 503 are retried a few times. */
export const shouldRetry = (count: number, error: Error) =>
  error instanceof CallError &&
  ((count < 2 && ((error.status === 0 && navigator.onLine) || error.status === 429)) ||
    (count < 4 && error.status === 503))

/** A failure without a network. TanStack Query pauses its retry until the network is back. */
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
