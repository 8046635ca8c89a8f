import { queryOptions } from '@tanstack/react-query'
import { ask } from '#web/api.ts'

export const operationQuery = queryOptions({
  queryKey: ['operation'],
  queryFn: ({ signal }) => ask('GET', '/operation/', { signal }),
  refetchInterval: 15_000,
})
