// Search params of the processes: filters of lists and tabs.

import { docFilters, fillStatuses } from '#contract/document/statuses.ts'
import type { FillStatus } from '#contract/results.ts'
import { filterText, pageNumber, parseChoice, parseOrderParam, parseText } from '#web/search.ts'

export type DocsSearch = { page: number; filter: string; status: string; order_by: string }

export const defaultDocsSearch: DocsSearch = { page: 0, filter: '', status: '', order_by: '+name' }

const fields = ['name', 'status', 'last_update']

export const docsSearch = (search: Record<string, unknown>): DocsSearch => ({
  page: pageNumber(search['page']),
  filter: filterText(search['filter']),
  status: parseChoice(search['status'], docFilters),
  order_by: parseOrderParam(search['order_by'], defaultDocsSearch.order_by, fields),
})

/** Target of a search hit: words in the text, or a field. */
type ReadSearch = { find?: string; field?: string }

export function readSearch(search: Record<string, unknown>): ReadSearch {
  const [find, field] = [filterText(search['find']), parseText(search['field'])]
  return { ...(find && { find }), ...(field && { field }) }
}

export type ResultsSearch = { filter: string; fill_status: FillStatus }

export const startResults: ResultsSearch = { filter: '', fill_status: 'filled' }

export const resultsSearch = (search: Record<string, unknown>): ResultsSearch => ({
  filter: filterText(search['filter']),
  fill_status: fillStatuses.find((status) => status === search['fill_status']) ?? startResults.fill_status,
})

type VisibilitySearch = { filter: string }

export const visibilitySearch = (search: Record<string, unknown>): VisibilitySearch => ({
  filter: filterText(search['filter']),
})
