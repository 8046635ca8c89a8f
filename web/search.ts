import { maxFilterLength, maxPageIndex } from '#contract/words/limits.ts'

/** Search params as plain names and values, as the specification defines them, instead of the router's JSON. */
type Raw = Record<string, unknown>

export const parseSearch = (search: string): Raw => Object.fromEntries(new URLSearchParams(search))

export function stringifySearch(search: Raw): string {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined && value !== null)
  const queryString = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString()
  return queryString && `?${queryString}`
}

export const parseText = (value: unknown, fallback = '') => (typeof value === 'string' ? value : fallback)

/** Truncated to the server's limit. */
export const parseFilterText = (value: unknown) => parseText(value).slice(0, maxFilterLength).toWellFormed()

export function parsePageNumber(value: unknown): number {
  const number = Number(value)
  return Number.isInteger(number) && number >= 0 && number <= maxPageIndex ? number : 0
}

/** `YYYY-MM-DD` of an existing day. */
export function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return false
  const noon = new Date(`${value}T12:00Z`)
  return !Number.isNaN(noon.getTime()) && noon.toISOString().startsWith(value)
}

/** The value if it is one of `values`, otherwise ''. */
export const parseChoice = (value: unknown, values: readonly string[]) =>
  values.find((allowed) => allowed === value) ?? ''

/** `+field` or `-field`. An unencoded plus arrives as a space. */
export function parseOrderParam(value: unknown, fallback: string, fields: readonly string[]): string {
  const [, sign, field = ''] = /^([+\- ]?)(\w+)$/.exec(parseText(value)) ?? []
  return fields.includes(field) ? `${sign === '-' ? '-' : '+'}${field}` : fallback
}

/** Search params of every list: page, words, order. */
export type ListSearch = { page: number; filter: string; order_by: string }

/** `start`: the default order. `fields`: the sortable fields. */
export const listSearch = (search: Raw, start: string, fields: readonly string[]): ListSearch => ({
  page: parsePageNumber(search['page']),
  filter: parseFilterText(search['filter']),
  order_by: parseOrderParam(search['order_by'], start, fields),
})
