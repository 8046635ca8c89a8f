// Search params of the processes: filters of lists and tabs.

import { docFilters, fillFilters } from '#contract/document/statuses.ts'
import type { FillFilter } from '#contract/results.ts'
import { parseChoice, parseFilterText, parseOrderParam, parsePageNumber, parseText } from '#web/search.ts'

export type DocsSearch = { page: number; filter: string; status: string; order_by: string }

export const defaultDocsSearch: DocsSearch = { page: 0, filter: '', status: '', order_by: '+name' }

const sortFields = ['name', 'status', 'last_update']

export const docsSearch = (search: Record<string, unknown>): DocsSearch => ({
  page: parsePageNumber(search['page']),
  filter: parseFilterText(search['filter']),
  status: parseChoice(search['status'], docFilters),
  order_by: parseOrderParam(search['order_by'], defaultDocsSearch.order_by, sortFields),
})

/** Target of a search hit: words in the text, or a field. */
type ReadScreenSearch = { find?: string; field?: string }

export function readScreenSearch(search: Record<string, unknown>): ReadScreenSearch {
  const [find, field] = [parseFilterText(search['find']), parseText(search['field'])]
  return { ...(find && { find }), ...(field && { field }) }
}

export type ResultsSearch = { filter: string; fill_status: FillFilter }

export const defaultResultsSearch: ResultsSearch = { filter: '', fill_status: 'filled' }

export const resultsSearch = (search: Record<string, unknown>): ResultsSearch => ({
  filter: parseFilterText(search['filter']),
  fill_status:
    fillFilters.find((status) => status === search['fill_status']) ?? defaultResultsSearch.fill_status,
})

type VisibilitySearch = { filter: string }

export const visibilitySearch = (search: Record<string, unknown>): VisibilitySearch => ({
  filter: parseFilterText(search['filter']),
})
