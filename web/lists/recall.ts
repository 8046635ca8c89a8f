// The way back to a list as somebody has left it.
import { redirect, type SearchSchemaInput } from '@tanstack/react-router'
import { queryClient } from '#web/query-client.ts'
import { currentUserQuery } from '#web/users/queries.ts'

/** What an address asks of its list; what it leaves out is as for everybody. */
export type Read<S> = (search: Record<string, unknown>) => S

/** What is kept of an address. */
export const choices = ['order_by', 'filter_status', 'status', 'type'] as const

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
