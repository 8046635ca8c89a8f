import { queryOptions } from '@tanstack/react-query'
import type { InvitationWay } from '#contract/words/users.ts'
import { ask } from '#web/api.ts'
import { entered } from '#web/auth/queries.ts'
import { queryClient } from '#web/query-client.ts'

/** Whom a link lets in; it stays as it was said until the link is used. */
export const linkQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitations', 'link', token],
    queryFn: ({ signal }) => ask('POST', '/invitations/open/', { body: { token }, signal }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })

/** Tells whether that signs in: not where the account asks for more than a password. */
export async function acceptLink(token: string, password: string): Promise<boolean> {
  const { is_signed_in } = await ask('POST', '/invitations/accept/', { body: { token, password } })
  if (is_signed_in) await entered()
  return is_signed_in
}

export const askForReset = (account: string) => ask('POST', '/auth/forgotten/', { body: { account } })

export const overviewQuery = queryOptions({
  queryKey: ['users', 'invitations'],
  queryFn: ({ signal }) => ask('GET', '/invitations/', { signal }),
  staleTime: 0,
})

/** Without ids all who have no access yet, and `with_invited` those too whose invitation still holds. */
export async function invite(way: InvitationWay, user_ids: number[] | undefined, with_invited: boolean) {
  const made = await ask('POST', '/invitations/', {
    body: { way, ...(user_ids ? { user_ids } : { with_invited }) },
  })
  await queryClient.invalidateQueries({ queryKey: ['users'] })
  return made
}
