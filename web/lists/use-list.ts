// State of a list between address and components: filters, order, pages, selection.
import { type QueryKey, type UseSuspenseQueryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import type { ListSearch } from '#web/search.ts'

/** Lists may have more filters than this, or no pages. */
type Search = Partial<ListSearch>

/** `navigate` of the list's own route. With that of a dialog over the list, `to: '.'` would lead to the dialog. */
export type Navigate<S> = (to: { to: '.'; search: S; replace: boolean }) => Promise<void>

type RowKeys = ReadonlySet<string | number>
const noKeys: RowKeys = new Set()

/** `useList(route.useSearch(), route.useNavigate(), usersQuery)`; its parts go to `FilterBox`, `Select`, `ListRows`. */
export function useList<S extends Search, F, A extends object, K extends QueryKey>(
  search: S,
  navigate: Navigate<S>,
  query: (search: S) => UseSuspenseQueryOptions<F, Error, A, K>,
) {
  // Earlier rows stay until the new ones are loaded.
  const deferredSearch = useDeferredValue(search)
  const { data, error } = useSuspenseQuery(query(deferredSearch))
  // While a new filter loads, the selection belongs to the earlier rows.
  const filters = serializeFilters(deferredSearch)
  const [ticked, setTicked] = useState({ filters, keys: noKeys })

  /** Returns to the first page, since other rows match. `replace` adds no history entry. */
  const setSearch = (change: Partial<S>, replace = false) =>
    void navigate({
      to: '.',
      search: { ...search, ...('page' in search && { page: 0 }), ...change },
      replace,
    })
  const set = (name: keyof S, value: string | number, replace = false) =>
    setSearch({ [name]: value } as Partial<S>, replace)

  return {
    /** Search params in the URL, which the displayed rows may not match yet. */
    search,
    /** Search params of the displayed rows, which lag behind while others load. */
    shown: deferredSearch,
    data,
    /** Failure of a refresh; without any rows the error screen is shown instead. */
    error,
    setSearch,
    filterBox: { value: search.filter ?? '', onChange: (filter: string) => set('filter', filter, true) },
    /** Props of a `Select` with fixed values; „Alle“ means none. */
    choice: <V extends string>(name: keyof S, words: readonly V[]) => ({
      choices: ['Alle', ...words] as const,
      value: words.find((word) => word === search[name]) ?? ('Alle' as const),
      onChange: (word: V | 'Alle') => set(name, word === 'Alle' ? '' : word),
    }),
    /** Props of a `DateField`. */
    day: (name: keyof S) => ({
      value: String(search[name]) || null,
      onChange: (day: string | null) => set(name, day ?? ''),
    }),
    table: {
      order: search.order_by,
      onOrder: (order_by: string) => set('order_by', order_by),
      refreshing: deferredSearch !== search,
    },
    /** The selection survives paging and refreshes; another filter clears it. */
    selection: {
      selected: ticked.filters === filters ? ticked.keys : noKeys,
      onSelect: (keys: RowKeys) => setTicked({ filters, keys }),
    },
    pager: {
      page: deferredSearch.page ?? 0,
      pages: 'pages' in data ? Number(data.pages) : 1,
      onPage: (page: number, replace: boolean) => set('page', page, replace),
    },
  }
}

export type List<S extends Search> = ReturnType<typeof useList<S, unknown, object, QueryKey>>

/** Everything except order and page. */
const serializeFilters = ({ order_by: _order, page: _page, ...filters }: Search) => JSON.stringify(filters)
