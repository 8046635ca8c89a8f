// Signing in at a provider: this page goes there, and another one of ours comes back with what it was given.
import { queryOptions } from '@tanstack/react-query'
import { LINKING } from '#contract/words/providers.ts'
import { ask } from '#web/api.ts'
import { queryClient } from '#web/query-client.ts'
import { entered, standingAccessQuery } from './queries.ts'

type Wish = {
  /** They prove anew who they are, and go on where they were. */
  again?: boolean
}

/** The page goes on to the provider; it resolves when the browser is on its way. */
export async function goToProvider(provider: string, { again = false }: Wish = {}) {
  const body = again ? { again, return_to: location.pathname + location.search } : {}
  const { url } = await ask('POST', '/auth/providers/{provider}/begin/', { params: { provider }, body })
  location.assign(url)
}

/** The same, to connect one's own account with the one there. */
export async function linkWithProvider(provider: string) {
  const { url } = await ask('POST', '/auth/providers/{provider}/link/', { params: { provider } })
  location.assign(url)
}

export const ownIdentitiesQuery = queryOptions({
  queryKey: ['auth', 'identities'],
  queryFn: ({ signal }) => ask('GET', '/users/current/identities/', { signal }),
})

export async function unlinkProvider(provider: string) {
  await ask('DELETE', '/users/current/identities/{provider}/', { params: { provider } })
}

/** Both lists in which a linked provider stands. */
export const linksChanged = () =>
  Promise.all(
    [ownIdentitiesQuery.queryKey, standingAccessQuery.queryKey].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  )

let finished: { returned: string; by: Promise<string | null> } | undefined

/**
 * Once for each answer of a provider, however often the screen is drawn. Resolves with where the person wants to go
 * on.
 */
export function finishAt(provider: string, returned: string): Promise<string | null> {
  if (finished?.returned !== returned) finished = { returned, by: finish(provider, returned) }
  return finished.by
}

/** Whether it is no sign-in that ends with this answer, but an account that shall be connected. */
export const isLink = (returned: string) =>
  new URLSearchParams(returned).get('state')?.startsWith(LINKING) === true

async function finish(provider: string, returned: string): Promise<string | null> {
  const { return_to } = await ask('POST', '/auth/providers/{provider}/finish/', {
    params: { provider },
    body: { returned },
  })
  await entered()
  return return_to
}
