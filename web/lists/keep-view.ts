// Keeps how a person leaves a list, and leads them back to it.
import { redirect } from '@tanstack/react-router'
import type { ListView } from '#contract/list-views.ts'
import { ask } from '#web/api.ts'
import { queryClient } from '#web/query-client.ts'
import { currentUserQuery } from '#web/users/queries.ts'

/** What a route says when its list is loaded. */
export type Entered = {
  location: { pathname: string; search: Record<string, unknown> }
  cause: 'preload' | 'enter' | 'stay'
}
/** What an address asks of its list. */
export type Read<S> = (search: Record<string, unknown>) => S

type Kept = ListView['search']
const kept: readonly (keyof Kept)[] = ['order_by', 'filter_status', 'fill_status', 'status', 'type']
const { queryKey } = currentUserQuery

const viewOf = (lists: readonly ListView[] | undefined, list: string): ListView =>
  lists?.find((one) => one.list === list) ?? { list, hidden: [], search: {} }

const isSame = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other)

/** What is chosen otherwise than at first. */
function chosenIn(search: object, start: object): Kept {
  const [now, first] = [search, start] as Record<string, string>[]
  return Object.fromEntries(
    kept.flatMap((key) => (now?.[key] === first?.[key] ? [] : [[key, now?.[key] ?? '']])),
  )
}

/**
 * Words, days and pages change no choice: then the one that is kept stays. So it does where a link came with a choice
 * of its own, until somebody chooses on the screen.
 */
export function keepChoice<S extends object>(list: string, read: Read<S>, before: S, now: S) {
  const start = read({})
  const search = chosenIn(now, start)
  if (!isSame(search, chosenIn(before, start))) keep(list, { search })
}

/** One after the other, so that the last one holds. */
let sent: Promise<unknown> = Promise.resolve()

export function keep(list: string, change: Partial<ListView>) {
  // An answer that is under way does not know of it yet.
  void queryClient.cancelQueries({ queryKey, exact: true })
  queryClient.setQueryData(queryKey, (user) => {
    if (!user) return user
    const { hidden, search } = { ...viewOf(user.lists, list), ...change }
    const others = (user.lists ?? []).filter((one) => one.list !== list)
    return { ...user, lists: [...others, { list, hidden, search }] }
  })
  const { hidden, search } = viewOf(queryClient.getQueryData(queryKey)?.lists, list)
  const send = () =>
    ask('PUT', '/users/current/lists/{list}/', { params: { list }, body: { hidden, search } })
  // Without a network the screen shows it all the same, and the next choice is kept with it: nobody need be told.
  sent = sent.then(send).catch(() => undefined)
}

/** Whoever is on the list already is led nowhere, and no dialog over it is closed. */
export function lead<S extends object>(
  { location: { pathname, search: given }, cause }: Entered,
  list: string,
  read: Read<S>,
  lists: readonly ListView[],
) {
  const { search: chosen } = viewOf(lists, list)
  const isOver = !pathname.endsWith(list.startsWith('results') ? '/active' : `/${list}`)
  const search = read(given)
  if (cause === 'stay' || isOver || !isSame(search, read({})) || Object.keys(chosen).length === 0) return
  throw redirect({ to: pathname, search: { ...search, ...chosen }, replace: true } as never)
}
