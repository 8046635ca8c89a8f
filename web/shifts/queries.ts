import { queryOptions } from '@tanstack/react-query'
import { ask } from '#web/api.ts'
import { orCopy } from '#web/offline/or-copy.ts'
import { pollEvery } from '#web/poll.ts'
import { queryClient } from '#web/query-client.ts'

export const shiftsQuery = (query: { start?: string }) =>
  queryOptions({
    queryKey: ['shifts', query.start ?? ''],
    ...orCopy((options) => ask('GET', '/shifts/', { query, ...options })),
    refetchInterval: pollEvery(10_000),
  })

const shiftsChanged = () => queryClient.invalidateQueries({ queryKey: ['shifts'] })

/** Returns the complete secret address. The server does not return it again. */
export async function makeFeed(): Promise<string> {
  const { path } = await ask('POST', '/shifts/feed/')
  await shiftsChanged()
  return `${location.origin}${path}`
}

export async function endFeed() {
  await ask('DELETE', '/shifts/feed/')
  await shiftsChanged()
}
