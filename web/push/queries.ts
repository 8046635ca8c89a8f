import { queryOptions } from '@tanstack/react-query'
import { ask } from '#web/api.ts'

export const devicesQuery = queryOptions({
  queryKey: ['push', 'devices'],
  queryFn: ({ signal }) => ask('GET', '/users/current/pushsubscriptions/', { signal }),
  refetchInterval: 30_000,
})

export const wishesQuery = queryOptions({
  queryKey: ['push', 'wishes'],
  queryFn: ({ signal }) => ask('GET', '/users/current/pushwishes/', { signal }),
})
