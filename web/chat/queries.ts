import { queryOptions } from '@tanstack/react-query'
import type { ChatKind } from '#contract/chat.ts'
import { ask } from '#web/api.ts'
import { orCopy } from '#web/offline/or-copy.ts'
import { every } from '#web/poll.ts'
import { queryClient } from '#web/query-client.ts'
import { debounce } from '#web/ui/debounce.ts'
import type { ChatSearch } from './search.ts'

/** Asked every five seconds in any case; what is heard live refreshes it at once. */
export const roomsQuery = (kind: ChatKind, query: ChatSearch) =>
  queryOptions({
    queryKey: ['chat', 'rooms', kind, query],
    ...orCopy((options) => ask('GET', '/chat/{kind}/', { params: { kind }, query, ...options })),
    refetchInterval: every(5_000),
  })

export const roomsChanged = () => queryClient.invalidateQueries({ queryKey: ['chat', 'rooms'] })

/** Several things that are heard in a moment are one reason to ask. */
export const { call: roomsChangedSoon } = debounce(() => void roomsChanged(), 150)
