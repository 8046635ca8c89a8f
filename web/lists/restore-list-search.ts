// Restores a person's settings of a list when its address has none.
import { redirect, type SearchSchemaInput } from '@tanstack/react-router'
import { queryClient } from '#web/query-client.ts'
import { currentUserQuery } from '#web/users/queries.ts'

/** Parses search params, with defaults. */
export type ParseSearch<S> = (search: Record<string, unknown>) => S

/** Search params that are stored. */
export const storedParams = ['order_by', 'filter_status', 'status', 'type'] as const

/** For `validateSearch`: keeps absent params absent, for `restoreListSearch` to fill in. */
export const keepAbsentParams =
  <S extends object>(read: ParseSearch<S>) =>
  (search: Partial<S> & SearchSchemaInput): S => {
    const named: Record<string, unknown> = search
    const isLeftOut = (key: string) =>
      storedParams.some((choice) => choice === key) && named[key] === undefined
    return Object.fromEntries(Object.entries(read(named)).filter(([key]) => !isLeftOut(key))) as S
  }

/** For `beforeLoad`: fills absent params from the person's settings, else defaults, and redirects. */
export function restoreListSearch<S extends object>(
  { pathname, search: named }: { pathname: string; search: Record<string, unknown> },
  list: string,
  read: ParseSearch<S>,
) {
  const view = queryClient.getQueryData(currentUserQuery.queryKey)?.lists?.find((one) => one.list === list)
  const search = read({ ...view?.search, ...named })
  if (Object.keys(search).some((key) => named[key] === undefined))
    throw redirect({ to: pathname, search, replace: true } as never)
}
