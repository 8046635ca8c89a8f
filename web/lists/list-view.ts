// How a person has left a list: columns that they have hidden, and its choices and order. The server keeps it, so
// that it holds on every device, and it comes with who is signed in: no list waits for it, and none is drawn twice.
// The words that somebody looked for, the days and the page are of the moment and not kept.
import { redirect, type SearchSchemaInput } from '@tanstack/react-router'
import { queryClient } from '#web/query-client.ts'
import { currentUserQuery, useCurrentUser } from '#web/users/queries.ts'
import type { Navigate } from './use-list.ts'

/** What an address asks of its list; what it leaves out is as for everybody. */
type Read<S> = (search: Record<string, unknown>) => S

/** What is kept of an address. */
export const choices = ['order_by', 'filter_status', 'status', 'type'] as const

/** What changes it is loaded when somebody changes something. */
const keeping = () => import('./keep-view.ts')
const none: readonly string[] = []

export function useHiddenColumns(list: string) {
  return {
    hidden: useCurrentUser().lists?.find((one) => one.list === list)?.hidden ?? none,
    hide: (hidden: string[]) => void keeping().then(({ keep }) => keep(list, { hidden })),
  }
}

/** `read` is that of the address. What it returns as `navigate` keeps what is chosen on the screen. */
export function useListView<S extends object>(list: string, read: Read<S>, search: S, navigate: Navigate<S>) {
  return {
    ...useHiddenColumns(list),
    navigate: (to: Parameters<Navigate<S>>[0]) => {
      void keeping().then(({ keepChoice }) => keepChoice(list, read({}), search, to.search))
      return navigate(to)
    },
  }
}

/** For `validateSearch`: a choice that an address leaves out stays out, until `recall` fills it in. */
export const asNamed =
  <S extends object>(read: Read<S>) =>
  (search: Partial<S> & SearchSchemaInput): S => {
    const named: Record<string, unknown> = search
    const isLeftOut = (key: string) => choices.some((choice) => choice === key) && named[key] === undefined
    return Object.fromEntries(Object.entries(read(named)).filter(([key]) => !isLeftOut(key))) as S
  }

/**
 * For `beforeLoad`: what the address leaves out is as this person has left the list, else as for everybody. Then it
 * says what is seen.
 */
export function recall<S extends object>(
  { pathname, search: named }: { pathname: string; search: Record<string, unknown> },
  list: string,
  read: Read<S>,
) {
  const kept = queryClient.getQueryData(currentUserQuery.queryKey)?.lists?.find((one) => one.list === list)
  const search = read({ ...kept?.search, ...named })
  if (Object.keys(search).some((key) => named[key] === undefined))
    throw redirect({ to: pathname, search, replace: true } as never)
}

/** The columns that are shown: the one that names the row and its buttons always. */
export const shownOf = <C extends { key: string; main?: boolean; headHidden?: boolean }>(
  columns: readonly C[],
  hidden: readonly string[],
) => columns.filter(({ key, main, headHidden }) => main || headHidden || !hidden.includes(key))
