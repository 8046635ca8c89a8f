/** Who sees a process, changed at once on the screen and one after the other on the server. */
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { ask, Failed } from '#web/api.ts'
import { queryClient } from '#web/query-client.ts'
import { toast } from '#web/ui/toast.tsx'
import { visibilityQuery } from '../queries.ts'

export type Visibility = { public: boolean; groups: readonly string[] }
export type Change = { public: boolean } | { group: string; sees: boolean }

export function useVisibility(doc_id: number) {
  const { queryKey } = visibilityQuery(doc_id)
  const mutationKey = ['docs', doc_id, 'visibility']
  const show = (change: Change) =>
    queryClient.setQueryData(queryKey, (old) => old && { ...old, ...changed(old, change) })

  const { mutate } = useMutation({
    mutationKey,
    // One at a time: each sends all groups, and an older list may not arrive last.
    scope: { id: mutationKey.join(' ') },
    networkMode: 'always',
    onMutate: async (change: Change) => {
      // An answer that is still on its way does not know of this yet.
      await queryClient.cancelQueries({ queryKey })
      show(change)
    },
    mutationFn: (change) => send(doc_id, change, queryClient.getQueryData(queryKey)?.groups ?? []),
    onError: (problem, change) => {
      show(opposite(change))
      toast(problem instanceof Failed ? problem.message : 'Technischer Fehler', { tone: 'danger' })
    },
    onSettled: () =>
      queryClient.isMutating({ mutationKey }) === 1
        ? queryClient.invalidateQueries({ queryKey: ['docs'] })
        : undefined,
  })
  return { visibility: useSuspenseQuery(visibilityQuery(doc_id)).data, change: mutate }
}

const send = (doc_id: number, change: Change, groups: readonly string[]) =>
  'public' in change
    ? ask('PUT', '/docs/{doc_id}/visibility/public/', { params: { doc_id }, body: change })
    : ask('PUT', '/docs/{doc_id}/visibility/groups/', { params: { doc_id }, body: { groups: [...groups] } })

function changed({ groups }: Visibility, change: Change) {
  if ('public' in change) return change
  const others = groups.filter((name) => name !== change.group)
  return { groups: change.sees ? [...others, change.group] : others }
}

const opposite = (change: Change): Change =>
  'public' in change ? { public: !change.public } : { ...change, sees: !change.sees }
