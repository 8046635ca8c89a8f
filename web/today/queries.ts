import { queryOptions } from '@tanstack/react-query'
import { ask } from '#web/api.ts'
import { withCopyFallback } from '#web/offline/with-copy-fallback.ts'
import { pollEvery } from '#web/poll.ts'

export const todayQuery = queryOptions({
  queryKey: ['today'],
  ...withCopyFallback((options) => ask('GET', '/today/', options)),
  refetchInterval: pollEvery(10_000),
})
