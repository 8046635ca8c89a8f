import { lastPage, longestFilter } from '#contract/words/limits.ts'

/** What stands behind the question mark of an address: plain names and values, as the specification gives them. */
type Raw = Record<string, unknown>

export const parseSearch = (search: string): Raw => Object.fromEntries(new URLSearchParams(search))

export function stringifySearch(search: Raw): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== null)
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text && `?${text}`
}

export const text = (value: unknown, fallback = '') => (typeof value === 'string' ? value : fallback)

/** No longer than the server reads it. */
export const filterText = (value: unknown) => text(value).slice(0, longestFilter).toWellFormed()

export function pageNumber(value: unknown): number {
  const number = Number(value)
  return Number.isInteger(number) && number >= 0 && number <= lastPage ? number : 0
}

/** `YYYY-MM-DD` of a day that exists: no 31.02. */
export function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return false
  const noon = new Date(`${value}T12:00Z`)
  return !Number.isNaN(noon.getTime()) && noon.toISOString().startsWith(value)
}

/** One of some values; anything else is no wish at all. */
export const oneOf = (value: unknown, values: readonly string[]) =>
  values.find((known) => known === value) ?? ''

/** `+field` or `-field` of a list that has these fields. A plus that was not encoded arrives as a space. */
export function order(value: unknown, fallback: string, fields: readonly string[]): string {
  const [, sign, field = ''] = /^([+\- ]?)(\w+)$/.exec(text(value)) ?? []
  return fields.includes(field) ? `${sign === '-' ? '-' : '+'}${field}` : fallback
}

/** What every list can be asked: for one of its pages, by words, in an order. */
export type ListSearch = { page: number; filter: string; order_by: string }

/** `fields` are those that the list can be ordered by. */
export const listSearch = (search: Raw, start: string, fields: readonly string[]): ListSearch => ({
  page: pageNumber(search['page']),
  filter: filterText(search['filter']),
  order_by: order(search['order_by'], start, fields),
})
