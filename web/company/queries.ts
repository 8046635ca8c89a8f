import { queryOptions } from '@tanstack/react-query'
import { ask } from '#web/api.ts'
import { queryClient } from '#web/query-client.ts'
import { statusQuery } from '#web/status/queries.ts'

/** Always stale: the steps are completed on other screens. */
export const firstStepsQuery = queryOptions({
  queryKey: ['company', 'first-steps'],
  queryFn: ({ signal }) => ask('GET', '/company/first-steps/', { signal }),
  staleTime: 0,
})

export async function dismissFirstSteps(put_away: boolean) {
  await ask('PUT', '/company/first-steps/', { body: { put_away } })
  await queryClient.invalidateQueries(firstStepsQuery)
}

export async function changeCompany(body: { name?: string | null; logo?: string | null }) {
  await ask('PATCH', '/company/', { body })
  await Promise.all([
    queryClient.invalidateQueries(statusQuery),
    queryClient.invalidateQueries(firstStepsQuery),
  ])
}
