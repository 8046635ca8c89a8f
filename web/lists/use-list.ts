// What every list does between its address and its parts: filters, order, pages, and which rows are ticked.
import { type QueryKey, type UseSuspenseQueryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import type { ListSearch } from '#web/search.ts'

/** Of which there may be more filters, or no pages. */
type Search = Partial<ListSearch>

/** Of the route of the list, not of a dialog over it. */
export type Navigate<S> = (to: { to: '.'; search: S; replace: boolean }) => Promise<void>

type Keys = ReadonlySet<string | number>
const none: Keys = new Set()

/** `useList(route.useSearch(), route.useNavigate(), usersQuery)`; its parts go to `FilterBox`, `Select`, `ListRows`. */
export function useList<S extends Search, F, A extends object, K extends QueryKey>(
  search: S,
  navigate: Navigate<S>,
  query: (search: S) => UseSuspenseQueryOptions<F, Error, A, K>,
) {
  // The old rows stay until the new ones are there.
  const shown = useDeferredValue(search)
  const { data, error } = useSuspenseQuery(query(shown))
  // While another filter is on its way, what is ticked is among the rows of the one before.
  const filters = filtersOf(shown)
  const [ticked, setTicked] = useState({ filters, keys: none })

  /** Other rows begin at their first page. With `replace` the way back leads past it. */
  const setSearch = (change: Partial<S>, replace = false) =>
    void navigate({
      to: '.',
      search: { ...search, ...('page' in search && { page: 0 }), ...change },
      replace,
    })
  const set = (name: keyof S, value: string | number, replace = false) =>
    setSearch({ [name]: value } as Partial<S>, replace)

  return {
    /** What the address says. */
    search,
    /** What the rows were asked by: behind the address while newer ones are on their way. */
    shown,
    data,
    /** Why newer rows could not be had; where there are none at all, the screen of errors stands instead. */
    error,
    setSearch,
    filterBox: { value: search.filter ?? '', onChange: (filter: string) => set('filter', filter, true) },
    /** A filter of a few words, for a `Select`; „Alle“ is none. */
    choice: <V extends string>(name: keyof S, words: readonly V[]) => ({
      choices: ['Alle', ...words] as const,
      value: words.find((word) => word === search[name]) ?? ('Alle' as const),
      onChange: (word: V | 'Alle') => set(name, word === 'Alle' ? '' : word),
    }),
    /** A filter of a day, for a `DateField`. */
    day: (name: keyof S) => ({
      value: String(search[name]) || null,
      onChange: (day: string | null) => set(name, day ?? ''),
    }),
    table: {
      order: search.order_by,
      onOrder: (order_by: string) => set('order_by', order_by),
      refreshing: shown !== search,
    },
    /** What is ticked stays so from page to page and while the list refreshes; another filter begins anew. */
    selection: {
      selected: ticked.filters === filters ? ticked.keys : none,
      onSelect: (keys: Keys) => setTicked({ filters, keys }),
    },
    pager: {
      page: shown.page ?? 0,
      pages: 'pages' in data ? Number(data.pages) : 1,
      onPage: (page: number, replace: boolean) => set('page', page, replace),
    },
  }
}

export type List<S extends Search> = ReturnType<typeof useList<S, unknown, object, QueryKey>>

/** Everything but the order and the page. */
const filtersOf = ({ order_by: _order, page: _page, ...filters }: Search) => JSON.stringify(filters)
