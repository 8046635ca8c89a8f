// How a person has left a list: columns that they have hidden, and its choices and order. The server keeps it, so
// that it holds on every device, and it comes with who is signed in: no list waits for it, and none is drawn twice.
// The words that somebody looked for, the days and the page are of the moment and not kept.
import { useCurrentUser } from '#web/users/queries.ts'
import { keep, keepChoice } from './keep-view.ts'
import type { Read } from './recall.ts'
import type { Navigate } from './use-list.ts'

const none: readonly string[] = []

export function useHiddenColumns(list: string) {
  return {
    hidden: useCurrentUser().lists?.find((one) => one.list === list)?.hidden ?? none,
    hide: (hidden: string[]) => keep(list, { hidden }),
  }
}

/** `read` is that of the address. What it returns as `navigate` keeps what is chosen on the screen. */
export function useListView<S extends object>(list: string, read: Read<S>, search: S, navigate: Navigate<S>) {
  return {
    ...useHiddenColumns(list),
    navigate: (to: Parameters<Navigate<S>>[0]) => {
      keepChoice(list, read({}), search, to.search)
      return navigate(to)
    },
  }
}

/** The columns that are shown: the one that names the row and its buttons always. */
export const shownOf = <C extends { key: string; main?: boolean; headHidden?: boolean }>(
  columns: readonly C[],
  hidden: readonly string[],
) => columns.filter(({ key, main, headHidden }) => main || headHidden || !hidden.includes(key))
