import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ask } from '#web/api.ts'
import type { FindSearch } from './search.ts'

/** The hits of the words before stay until the new ones are there. */
export const findQuery = ({ filter }: FindSearch) =>
  queryOptions({
    queryKey: ['find', filter],
    queryFn: ({ signal }) => ask('GET', '/find/', { query: { filter }, signal }),
    enabled: filter.trim() !== '',
    placeholderData: keepPreviousData,
  })

/** How places are found by what they are called. */
export const placesQuery = queryOptions({
  queryKey: ['find', 'places'],
  queryFn: async () => (await import('./places.ts')).placesFor,
  staleTime: Number.POSITIVE_INFINITY,
  networkMode: 'always',
})
