// The server's matrix, without pending toggles.
import { queryOptions } from '@tanstack/react-query'
import { ask } from '#web/api.ts'
import { queryClient } from '#web/query-client.ts'

export const assignmentsQuery = queryOptions({
  queryKey: ['users', 'groups', 'chosen'],
  queryFn: ({ signal }) => ask('GET', '/users/groups/', { signal }),
  // Always fresh, since numbers are derived from it.
  staleTime: 0,
})

export async function assignChosen(user_ids: number[], group_id: number, granted: boolean) {
  const acted = await ask('PATCH', '/users/groups/', { body: { user_ids, group_ids: [group_id], granted } })
  await queryClient.invalidateQueries({ queryKey: ['users'] })
  return acted
}
