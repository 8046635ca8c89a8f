import { queryOptions } from '@tanstack/react-query'
import { ask } from '#web/api.ts'
import { orCopy } from '#web/offline/or-copy.ts'
import { every } from '#web/poll.ts'

export const todayQuery = queryOptions({
  queryKey: ['today'],
  ...orCopy((options) => ask('GET', '/today/', options)),
  refetchInterval: every(10_000),
})
