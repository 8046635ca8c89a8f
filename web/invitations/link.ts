// What a link does, for whoever holds it: nobody is signed in.
import { queryOptions } from '@tanstack/react-query'
import { ask } from '#web/api.ts'
import { entered } from '#web/auth/queries.ts'

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
