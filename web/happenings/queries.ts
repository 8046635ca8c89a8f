import { queryOptions } from '@tanstack/react-query'
import { ask } from '#web/api.ts'
import { withCopyFallback } from '#web/offline/with-copy-fallback.ts'
import { pollEvery } from '#web/poll.ts'
import { queryClient } from '#web/query-client.ts'
import type { HappeningSearch, TimesheetSearch } from './search.ts'

export const happeningQuery = (happening_id: number) =>
  queryOptions({
    queryKey: ['happenings', 'one', happening_id],
    ...withCopyFallback((options) =>
      ask('GET', '/happenings/{happening_id}/', { params: { happening_id }, ...options }),
    ),
    refetchInterval: pollEvery(5_000),
  })

export const subhappeningsQuery = (happening_id: number, { page, filter, order_by }: HappeningSearch) =>
  queryOptions({
    queryKey: ['happenings', 'one', happening_id, 'parts', page, filter, order_by],
    ...withCopyFallback((options) =>
      ask('GET', '/happenings/{happening_id}/subhappenings/', {
        params: { happening_id },
        query: { page, filter, order_by },
        ...options,
      }),
    ),
    refetchInterval: pollEvery(5_000),
  })

/** Both ids of a part, as in its address. */
export type PartIds = { happening_id: number; subhappening_id: number }
export const partQueryKey = ({ happening_id, subhappening_id }: PartIds) =>
  ['happenings', 'one', happening_id, 'part', subhappening_id] as const

export const partQuery = (part: PartIds) =>
  queryOptions({
    queryKey: partQueryKey(part),
    ...withCopyFallback((options) =>
      ask('GET', '/happenings/{happening_id}/subhappenings/{subhappening_id}/', {
        params: part,
        ...options,
      }),
    ),
    refetchInterval: pollEvery(5_000),
  })

export const timesQuery = (part: PartIds, query: TimesheetSearch) =>
  queryOptions({
    queryKey: [...partQueryKey(part), 'times', query],
    ...withCopyFallback((options) =>
      ask('GET', '/happenings/{happening_id}/subhappenings/{subhappening_id}/time/', {
        params: part,
        query,
        ...options,
      }),
    ),
    refetchInterval: pollEvery(5_000),
  })

/** Changes of a part also show in its happening and the list. */
export const invalidateHappenings = () => queryClient.invalidateQueries({ queryKey: ['happenings'] })
