import { queryOptions } from '@tanstack/react-query'
import type { InvitationChannel } from '#contract/words/users.ts'
import { ask } from '#web/api.ts'
import { queryClient } from '#web/query-client.ts'

export const overviewQuery = queryOptions({
  queryKey: ['users', 'invitations'],
  queryFn: ({ signal }) => ask('GET', '/invitations/', { signal }),
  staleTime: 0,
})

/**
 * Without `user_ids` it invites everybody without access. `with_invited` then includes those with a valid invitation.
 */
export async function sendInvitations(
  way: InvitationChannel,
  user_ids: number[] | undefined,
  with_invited: boolean,
) {
  const made = await ask('POST', '/invitations/', {
    body: { way, ...(user_ids ? { user_ids } : { with_invited }) },
  })
  await queryClient.invalidateQueries({ queryKey: ['users'] })
  return made
}
