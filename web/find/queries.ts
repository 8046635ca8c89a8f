import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ask } from '#web/api.ts'
import { startChat } from '#web/chat/search.ts'
import type { FindSearch } from './search.ts'

/** The hits of the words before stay until the new ones are there. */
export const findQuery = ({ filter }: FindSearch) =>
  queryOptions({
    queryKey: ['find', filter],
    queryFn: ({ signal }) => ask('GET', '/find/', { query: { filter }, signal }),
    enabled: filter.trim() !== '',
    placeholderData: keepPreviousData,
  })

/** The group chats that the list of chats shows: all of them, so that a name is found here. */
export const roomsQuery = ({ filter }: FindSearch) =>
  queryOptions({
    queryKey: ['find', 'rooms'],
    queryFn: ({ signal }) =>
      ask('GET', '/chat/{kind}/', { params: { kind: 'groups' }, query: startChat, signal }),
    enabled: filter.trim() !== '',
    staleTime: 60_000,
  })
