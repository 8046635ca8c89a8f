import { queryOptions } from '@tanstack/react-query'
import { ask } from '#web/api.ts'
import { withCopyFallback } from '#web/offline/with-copy-fallback.ts'
import { pollEvery } from '#web/poll.ts'
import { queryClient } from '#web/query-client.ts'

export const shiftsQuery = (query: { start?: string }) =>
  queryOptions({
    queryKey: ['shifts', query.start ?? ''],
    ...withCopyFallback((options) => ask('GET', '/shifts/', { query, ...options })),
    refetchInterval: pollEvery(10_000),
  })

const invalidateShifts = () => queryClient.invalidateQueries({ queryKey: ['shifts'] })

/** Returns the complete secret address. The server does not return it again. */
export async function makeCalendarFeed(): Promise<string> {
  const { path } = await ask('POST', '/shifts/feed/')
  await invalidateShifts()
  return `${location.origin}${path}`
}

export async function endCalendarFeed() {
  await ask('DELETE', '/shifts/feed/')
  await invalidateShifts()
}
