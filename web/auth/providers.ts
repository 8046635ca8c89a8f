// Sign-in at a provider: navigates there. The provider then redirects to the callback page.
import { queryOptions } from '@tanstack/react-query'
import { LINKING_PREFIX } from '#contract/words/providers.ts'
import { ask } from '#web/api.ts'
import { queryClient } from '#web/query-client.ts'
import { afterSignIn, standingAccessQuery } from './queries.ts'

type SignInOptions = {
  /** Asks a signed-in user for a fresh proof of identity, and returns to the present address. */
  again?: boolean
}

/** Navigates to the provider. Resolves when the navigation has started. */
export async function goToProvider(provider: string, { again = false }: SignInOptions = {}) {
  const body = again ? { again, return_to: location.pathname + location.search } : {}
  const { url } = await ask('POST', '/auth/providers/{provider}/begin/', { params: { provider }, body })
  location.assign(url)
}

/** Navigates to the provider to link it to the account. Never resolves, so that the button stays busy meanwhile. */
export async function linkWithProvider(provider: string) {
  const { url } = await ask('POST', '/auth/providers/{provider}/link/', { params: { provider } })
  location.assign(url)
  return new Promise<never>(() => {})
}

export const ownIdentitiesQuery = queryOptions({
  queryKey: ['auth', 'identities'],
  queryFn: ({ signal }) => ask('GET', '/users/current/identities/', { signal }),
})

export async function unlinkProvider(provider: string) {
  await ask('DELETE', '/users/current/identities/{provider}/', { params: { provider } })
}

/** Invalidates both lists that show linked providers. */
export const invalidateLinkedProviders = () =>
  Promise.all(
    [ownIdentitiesQuery.queryKey, standingAccessQuery.queryKey].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  )

let currentSignIn: { returned: string; by: Promise<string | null> } | undefined

/**
 * Sends each response of a provider to the server once, however often the component renders. Resolves with the path
 * to open next, or null for the start page.
 */
export function finishSignIn(provider: string, returned: string): Promise<string | null> {
  if (currentSignIn?.returned !== returned)
    currentSignIn = { returned, by: postProviderResponse(provider, returned) }
  return currentSignIn.by
}

/** True if the provider's response is for linking an account, not for a sign-in. */
export const isLinkResponse = (returned: string) =>
  new URLSearchParams(returned).get('state')?.startsWith(LINKING_PREFIX) === true

async function postProviderResponse(provider: string, returned: string): Promise<string | null> {
  const { return_to } = await ask('POST', '/auth/providers/{provider}/finish/', {
    params: { provider },
    body: { returned },
  })
  await afterSignIn()
  return return_to
}
