// A person's settings of a list: hidden columns, choices and order. Stored on the server for all devices and
// delivered with the current user, so no list waits for them or renders twice. Search words, days and page are
// not stored.
import { useCurrentUser } from '#web/users/queries.ts'
import type { ParseSearch } from './restore-list-search.ts'
import { saveChangedParams, saveListView } from './save-list-view.ts'
import type { Navigate } from './use-list.ts'

const noColumns: readonly string[] = []

export function useHiddenColumns(list: string) {
  return {
    hidden: useCurrentUser().lists?.find((one) => one.list === list)?.hidden ?? noColumns,
    hide: (hidden: string[]) => saveListView(list, { hidden }),
  }
}

/** `read` parses the search params. The returned `navigate` stores changes made on the screen. */
export function useListView<S extends object>(
  list: string,
  read: ParseSearch<S>,
  search: S,
  navigate: Navigate<S>,
) {
  return {
    ...useHiddenColumns(list),
    navigate: (to: Parameters<Navigate<S>>[0]) => {
      saveChangedParams(list, read({}), search, to.search)
      return navigate(to)
    },
  }
}

/** Visible columns; the main column and the actions cannot be hidden. */
export const visibleColumns = <C extends { key: string; main?: boolean; headHidden?: boolean }>(
  columns: readonly C[],
  hidden: readonly string[],
) => columns.filter(({ key, main, headHidden }) => main || headHidden || !hidden.includes(key))
