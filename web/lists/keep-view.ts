// Keeps how a person leaves a list.
import type { ListView } from '#contract/list-views.ts'
import { ask } from '#web/api.ts'
import { queryClient } from '#web/query-client.ts'
import { currentUserQuery } from '#web/users/queries.ts'
import { choices } from './recall.ts'

const { queryKey } = currentUserQuery

const viewOf = (list: string): ListView =>
  queryClient.getQueryData(queryKey)?.lists?.find((one) => one.list === list) ?? {
    list,
    hidden: [],
    search: {},
  }

/**
 * Keeps what somebody has just chosen, and nothing else: not what a link has brought along. `start` is as for everybody,
 * and need not be kept.
 */
export function keepChoice(list: string, start: object, before: object, now: object) {
  const [first, old, next] = [start, before, now] as Record<string, string>[]
  const chosen = choices.filter((key) => old?.[key] !== next?.[key])
  if (chosen.length === 0) return
  const kept = { ...viewOf(list).search }
  for (const key of chosen) {
    if (next?.[key] === first?.[key]) delete kept[key]
    else kept[key] = next?.[key] ?? ''
  }
  keep(list, { search: kept })
}

/** One after the other, so that the last one holds. */
let sent: Promise<unknown> = Promise.resolve()

export function keep(list: string, change: Partial<ListView>) {
  // An answer that is under way does not know of it yet.
  void queryClient.cancelQueries({ queryKey, exact: true })
  const { hidden, search } = { ...viewOf(list), ...change }
  queryClient.setQueryData(queryKey, (user) => {
    if (!user) return user
    const others = (user.lists ?? []).filter((one) => one.list !== list)
    return { ...user, lists: [...others, { list, hidden, search }] }
  })
  const send = () =>
    ask('PUT', '/users/current/lists/{list}/', { params: { list }, body: { hidden, search } })
  // Without a network the screen shows it all the same, and the next choice is kept with it: nobody need be told.
  sent = sent.then(send).catch(() => undefined)
}
