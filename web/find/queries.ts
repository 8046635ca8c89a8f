import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ChatKind } from '#contract/chat.ts'
import { ask } from '#web/api.ts'
import { defaultChatSearch } from '#web/chat/search.ts'
import type { FindSearch } from './search.ts'

/** Earlier hits stay on the screen until the new ones arrive. */
export const findQuery = (query: FindSearch) =>
  queryOptions({
    queryKey: ['find', query],
    queryFn: ({ signal }) => ask('GET', '/find/', { query, signal }),
    enabled: query.filter.trim() !== '',
    placeholderData: keepPreviousData,
  })

/** All chats, requested once a filter is typed: to find them by name, and to choose one to search in. */
export const allChatsQuery = (kind: ChatKind, { filter }: FindSearch) =>
  queryOptions({
    queryKey: ['find', 'rooms', kind],
    queryFn: ({ signal }) =>
      ask('GET', '/chat/{kind}/', { params: { kind }, query: defaultChatSearch, signal }),
    enabled: filter.trim() !== '',
    staleTime: 60_000,
  })
