// Stores a person's settings of a list.
import type { ListView } from '#contract/list-views.ts'
import { ask } from '#web/api.ts'
import { queryClient } from '#web/query-client.ts'
import { currentUserQuery } from '#web/users/queries.ts'
import { storedParams } from './restore-list-search.ts'

const { queryKey } = currentUserQuery

const getListView = (list: string): ListView =>
  queryClient.getQueryData(queryKey)?.lists?.find((one) => one.list === list) ?? {
    list,
    hidden: [],
    search: {},
  }

/**
 * Stores only what the person has just changed, not what a link brought along. Values equal to `start`, the
 * default, are dropped.
 */
export function saveChangedParams(list: string, start: object, before: object, now: object) {
  const [first, old, next] = [start, before, now] as Record<string, string>[]
  const chosen = storedParams.filter((key) => old?.[key] !== next?.[key])
  if (chosen.length === 0) return
  const search = { ...getListView(list).search }
  for (const key of chosen) {
    if (next?.[key] === first?.[key]) delete search[key]
    else search[key] = next?.[key] ?? ''
  }
  saveListView(list, { search: search })
}

/** The request in flight. The next one waits for it, so that the last change wins on the server. */
let lastRequest: Promise<unknown> = Promise.resolve()

export function saveListView(list: string, change: Partial<ListView>) {
  // The response of a query in flight would overwrite this change.
  void queryClient.cancelQueries({ queryKey, exact: true })
  const { hidden, search } = { ...getListView(list), ...change }
  queryClient.setQueryData(queryKey, (user) => {
    if (!user) return user
    const others = (user.lists ?? []).filter((one) => one.list !== list)
    return { ...user, lists: [...others, { list, hidden, search }] }
  })
  const send = () =>
    ask('PUT', '/users/current/lists/{list}/', { params: { list }, body: { hidden, search } })
  // Errors are ignored: offline the change is shown anyway, and stored together with the next change of this list.
  lastRequest = lastRequest.then(send).catch(() => undefined)
}
