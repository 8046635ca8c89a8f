import { queryOptions } from '@tanstack/react-query'
import { ask } from '#web/api.ts'
import { copied } from '#web/copies/or-copy.ts'
import { every } from '#web/poll.ts'
import { queryClient } from '#web/query-client.ts'
import type { HappeningSearch, TimesheetSearch } from './search.ts'

export const happeningQuery = (happening_id: number) =>
  queryOptions({
    queryKey: ['happenings', 'one', happening_id],
    queryFn: ({ signal }) => ask('GET', '/happenings/{happening_id}/', { params: { happening_id }, signal }),
    refetchInterval: every(5_000),
    meta: copied,
  })

export const subhappeningsQuery = (happening_id: number, { page, filter, order_by }: HappeningSearch) =>
  queryOptions({
    queryKey: ['happenings', 'one', happening_id, 'parts', page, filter, order_by],
    queryFn: ({ signal }) =>
      ask('GET', '/happenings/{happening_id}/subhappenings/', {
        params: { happening_id },
        query: { page, filter, order_by },
        signal,
      }),
    refetchInterval: every(5_000),
    meta: copied,
  })

/** A part of a happening: both ids are in its address. */
export type Part = { happening_id: number; subhappening_id: number }
export const partKey = ({ happening_id, subhappening_id }: Part) =>
  ['happenings', 'one', happening_id, 'part', subhappening_id] as const

export const partQuery = (part: Part) =>
  queryOptions({
    queryKey: partKey(part),
    queryFn: ({ signal }) =>
      ask('GET', '/happenings/{happening_id}/subhappenings/{subhappening_id}/', {
        params: part,
        signal,
      }),
    refetchInterval: every(5_000),
    meta: copied,
  })

export const timesQuery = (part: Part, query: TimesheetSearch) =>
  queryOptions({
    queryKey: [...partKey(part), 'times', query],
    queryFn: ({ signal }) =>
      ask('GET', '/happenings/{happening_id}/subhappenings/{subhappening_id}/time/', {
        params: part,
        query,
        signal,
      }),
    refetchInterval: every(5_000),
    meta: copied,
  })

/** What has changed about one part shows itself in its happening and in the list. */
export const happeningsChanged = () => queryClient.invalidateQueries({ queryKey: ['happenings'] })
