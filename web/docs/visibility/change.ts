/**
 * Who sees a process, changed at once on the screen and one after the other on the server. It takes all groups together:
 * each change is made to those that it has now, so that what others have changed meanwhile stays.
 */

import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { ask } from '#web/api.ts'
import { groupsQuery } from '#web/groups/queries.ts'
import { queryClient } from '#web/query-client.ts'
import { toastFailure } from '#web/toast-failure.ts'
import { visibilityQuery } from '../queries.ts'

export type Visibility = { public: boolean; groups: readonly string[] }
type GroupChange = { group: string; sees: boolean }
export type VisibilityChange = { public: boolean } | GroupChange

export function useVisibility(doc_id: number) {
  const { queryKey } = visibilityQuery(doc_id)
  const mutationKey = ['docs', doc_id, 'visibility']
  const show = (change: VisibilityChange) =>
    queryClient.setQueryData(queryKey, (old) => old && { ...old, ...changed(old, change) })

  const { mutate } = useMutation({
    mutationKey,
    // One at a time: each begins with what the one before has left.
    scope: { id: mutationKey.join(' ') },
    networkMode: 'always',
    onMutate: async (change: VisibilityChange) => {
      // An answer that is still on its way does not know of this yet.
      await queryClient.cancelQueries({ queryKey })
      show(change)
    },
    mutationFn: (change) => send(doc_id, change),
    onError: (problem, change) => {
      show(opposite(change))
      toastFailure(problem)
    },
    onSettled: () => (queryClient.isMutating({ mutationKey }) === 1 ? learn() : undefined),
  })
  return { visibility: useSuspenseQuery(visibilityQuery(doc_id)).data, change: mutate }
}

async function send(doc_id: number, change: VisibilityChange) {
  const params = { doc_id }
  if ('public' in change) return ask('PUT', '/docs/{doc_id}/visibility/public/', { params, body: change })
  const now = await ask('GET', '/docs/{doc_id}/visibility/', { params })
  return ask('PUT', '/docs/{doc_id}/visibility/groups/', { params, body: { groups: groupsOf(now, change) } })
}

/** What others have changed, and what groups are called by now. */
const learn = () =>
  Promise.all([['docs'], groupsQuery.queryKey].map((queryKey) => queryClient.invalidateQueries({ queryKey })))

const changed = (old: Visibility, change: VisibilityChange) =>
  'public' in change ? change : { groups: groupsOf(old, change) }

function groupsOf({ groups }: Visibility, { group, sees }: GroupChange) {
  const others = groups.filter((name) => name !== group)
  return sees ? [...others, group] : others
}

const opposite = (change: VisibilityChange): VisibilityChange =>
  'public' in change ? { public: !change.public } : { ...change, sees: !change.sees }
