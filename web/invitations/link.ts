// API calls for the holder of an invitation or reset link, who has no session.
import { queryOptions } from '@tanstack/react-query'
import { ask } from '#web/api.ts'
import { afterSignIn } from '#web/auth/queries.ts'

/** The account that the link belongs to. Never refetched, since the link stops working once it is used. */
export const linkQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitations', 'link', token],
    queryFn: ({ signal }) => ask('POST', '/invitations/open/', { body: { token }, signal }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })

/** Sets the password. True if this also signs in, which does not happen for an account with a second factor. */
export async function acceptLink(token: string, password: string): Promise<boolean> {
  const { is_signed_in } = await ask('POST', '/invitations/accept/', { body: { token, password } })
  if (is_signed_in) await afterSignIn()
  return is_signed_in
}

export const requestPasswordReset = (account: string) =>
  ask('POST', '/auth/forgotten/', { body: { account } })
