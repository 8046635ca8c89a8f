// Changes the audience of a process: shown at once, sent in sequence. A request contains all chosen groups, so a
// change is applied to the server's present list of groups. Otherwise it would undo changes by others.
import { useSuspenseQuery } from '@tanstack/react-query'
import { groupsQuery } from '#web/groups/queries.ts'
import { guardWindow } from '#web/outbox/leaving.ts'
import { queryClient } from '#web/query-client.ts'
import { toastFailure } from '#web/toast-failure.ts'
import { fetchVisibility, setGroups, setPublic, visibilityQuery } from './queries.ts'

export type Visibility = { public: boolean; groups: readonly string[] }
type GroupChange = { group: string; sees: boolean }
type VisibilityChange = { public: boolean } | GroupChange

export function useVisibility(doc_id: number) {
  const { queryKey } = visibilityQuery(doc_id)
  const show = (change: VisibilityChange) =>
    queryClient.setQueryData(queryKey, (old) => old && { ...old, ...applyChange(old, change) })

  async function make(change: VisibilityChange) {
    // Cancels the query in flight: its answer would not include this change, and would revert it on the
    // screen.
    const applied = queryClient.cancelQueries({ queryKey }).then(() => show(change))
    try {
      await runSequentially(doc_id, () => applied.then(() => sendChange(doc_id, change)))
    } catch (problem) {
      show(invertChange(change))
      toastFailure(problem)
    }
    if (!lastChangeByDoc.has(doc_id)) void refetchAudience()
  }
  return {
    visibility: useSuspenseQuery(visibilityQuery(doc_id)).data,
    change: (change: VisibilityChange) => void guardWindow(make(change)),
  }
}

/** Last pending change, by process. */
const lastChangeByDoc = new Map<number, Promise<unknown>>()

/** Sequential: each change starts from the result of the one before. */
async function runSequentially(doc_id: number, act: () => Promise<unknown>) {
  const own = Promise.resolve(lastChangeByDoc.get(doc_id)).then(act, act)
  lastChangeByDoc.set(doc_id, own)
  try {
    await own
  } finally {
    if (lastChangeByDoc.get(doc_id) === own) lastChangeByDoc.delete(doc_id)
  }
}

async function sendChange(doc_id: number, change: VisibilityChange) {
  if ('public' in change) return setPublic(doc_id, change.public)
  return setGroups(doc_id, groupsAfter(await fetchVisibility(doc_id), change))
}

/** Refetches the audience and the names of groups. */
const refetchAudience = () =>
  Promise.all([['docs'], groupsQuery.queryKey].map((queryKey) => queryClient.invalidateQueries({ queryKey })))

const applyChange = (old: Visibility, change: VisibilityChange) =>
  'public' in change ? change : { groups: groupsAfter(old, change) }

function groupsAfter({ groups }: Visibility, { group, sees }: GroupChange) {
  const others = groups.filter((name) => name !== group)
  return sees ? [...others, group] : others
}

const invertChange = (change: VisibilityChange): VisibilityChange =>
  'public' in change ? { public: !change.public } : { ...change, sees: !change.sees }
