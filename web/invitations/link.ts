// Anonymous calls of a link's holder.
import { queryOptions } from '@tanstack/react-query'
import { ask } from '#web/api.ts'
import { afterSignIn } from '#web/auth/queries.ts'

/** Owner of the link; not refetched until it is used. */
export const linkQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitations', 'link', token],
    queryFn: ({ signal }) => ask('POST', '/invitations/open/', { body: { token }, signal }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })

/** Returns whether it signs in: not for accounts with a second factor. */
export async function acceptLink(token: string, password: string): Promise<boolean> {
  const { is_signed_in } = await ask('POST', '/invitations/accept/', { body: { token, password } })
  if (is_signed_in) await afterSignIn()
  return is_signed_in
}

export const askForReset = (account: string) => ask('POST', '/auth/forgotten/', { body: { account } })
