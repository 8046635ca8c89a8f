import { queryOptions } from '@tanstack/react-query'
import type { ChatKind } from '#contract/chat.ts'
import { ask } from '#web/api.ts'
import { copied } from '#web/copies/or-copy.ts'
import { every } from '#web/poll.ts'
import { queryClient } from '#web/query-client.ts'
import { debounce } from '#web/ui/debounce.ts'
import type { ChatSearch } from './search.ts'

/** Asked every five seconds in any case; what is heard live refreshes it at once. */
export const roomsQuery = (kind: ChatKind, query: ChatSearch) =>
  queryOptions({
    queryKey: ['chat', 'rooms', kind, query],
    queryFn: ({ signal }) => ask('GET', '/chat/{kind}/', { params: { kind }, query, signal }),
    refetchInterval: every(5_000),
    meta: copied,
  })

export const roomsChanged = () => queryClient.invalidateQueries({ queryKey: ['chat', 'rooms'] })

/** Several things that are heard in a moment are one reason to ask. */
export const { call: roomsChangedSoon } = debounce(() => void roomsChanged(), 150)
