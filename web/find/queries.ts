import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ask } from '#web/api.ts'
import { startChat } from '#web/chat/search.ts'
import type { FindSearch } from './search.ts'

/** Earlier hits stay until the new ones are there. */
export const findQuery = ({ filter }: FindSearch) =>
  queryOptions({
    queryKey: ['find', filter],
    queryFn: ({ signal }) => ask('GET', '/find/', { query: { filter }, signal }),
    enabled: filter.trim() !== '',
    placeholderData: keepPreviousData,
  })

/** All group chats, so that any can be found by name. */
export const roomsQuery = ({ filter }: FindSearch) =>
  queryOptions({
    queryKey: ['find', 'rooms'],
    queryFn: ({ signal }) =>
      ask('GET', '/chat/{kind}/', { params: { kind: 'groups' }, query: startChat, signal }),
    enabled: filter.trim() !== '',
    staleTime: 60_000,
  })
