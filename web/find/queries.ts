import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ChatKind } from '#contract/chat.ts'
import { ask } from '#web/api.ts'
import { defaultChatSearch } from '#web/chat/search.ts'
import type { FindSearch } from './search.ts'

/** Earlier hits stay until the new ones are there. */
export const findQuery = (query: FindSearch) =>
  queryOptions({
    queryKey: ['find', query],
    queryFn: ({ signal }) => ask('GET', '/find/', { query, signal }),
    enabled: query.filter.trim() !== '',
    placeholderData: keepPreviousData,
  })

/** All chats once something is searched, so that any can be found by name, or searched alone. */
export const allChatsQuery = (kind: ChatKind, { filter }: FindSearch) =>
  queryOptions({
    queryKey: ['find', 'rooms', kind],
    queryFn: ({ signal }) =>
      ask('GET', '/chat/{kind}/', { params: { kind }, query: defaultChatSearch, signal }),
    enabled: filter.trim() !== '',
    staleTime: 60_000,
  })
