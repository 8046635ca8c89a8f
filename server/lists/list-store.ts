// Filter, order and paging of every list.
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { stripEnd } from '#contract/document/without-end.ts'
import type { ListQuery } from '#contract/shapes.ts'
import { refuseInvalid } from '#server/http/errors.ts'

/**
 * Maximum of words of a filter. If there are more, the longest are used, because they exclude most rows. Each
 * word costs a check of every remaining row.
 */
const MOST_WORDS = 8

/**
 * Matches all words, ignoring case and accents; `%` and `_` are plain characters. `search` is a column with a
 * search text, which contains both spellings of umlauts.
 */
export function matching(filter: string, search: RawBuilder<string>): RawBuilder<boolean> {
  const words = wordsOf(filter)
  if (words.length === 0) return sql<boolean>`true`
  const conditions = words.map((word) => {
    const plain = sql<boolean>`${search} like search_pattern(fold(${word}))`
    if (!hasTwoSpellings(word)) return plain
    return sql<boolean>`(${plain} or ${search} like search_pattern(fold_umlauts(${word})))`
  })
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

/** False if both spellings are equal, so that one check is enough. */
const hasTwoSpellings = (word: string) => /[^\x21-\x7e]|[aou]e/i.test(word)

/** Like `matching`, for a computed text, which is evaluated once per row. */
export function matchingComputed(filter: string, text: RawBuilder<string>): RawBuilder<boolean> {
  if (wordsOf(filter).length === 0) return sql<boolean>`true`
  // `offset 0` keeps PostgreSQL from inlining the expression several times.
  return sql<boolean>`exists (select from (select ${text} as search offset 0) as made where ${matching(filter, sql`made.search`)})`
}

/**
 * Distinct words ignoring case, the longest first. A trailing comma is dropped, so that 'Castell, Bruno'
 * matches.
 */
function wordsOf(filter: string): string[] {
  const words = filter.split(/\s+/).map((word) => stripEnd(word, ','))
  const different = new Map(words.filter(Boolean).map((word) => [word.toLowerCase(), word]))
  return [...different.values()].sort((one, other) => other.length - one.length).slice(0, MOST_WORDS)
}

/** Parses a query parameter with fixed values; empty means undefined. */
export function parseChoice<V extends string>(
  values: readonly V[],
  word: string,
  name: string,
): V | undefined {
  if (word === '') return undefined
  const value = values.find((known) => known === word)
  if (value === undefined) {
    throw refuseInvalid(
      ['query', name],
      `Diesen Filter gibt es nicht. Möglich sind: Alle, ${values.join(', ')}.`,
      'enum',
    )
  }
  return value
}

export const germanOrder = (column: string) => sql`${sql.ref(column)} collate "de-x-icu"`

/** Order of a status within the life cycle (`in_life` in the database). */
export const lifeCycleOrder = (column: string) => sql`in_life(${sql.ref(column)})`

type PageOptions = {
  /** Columns that can be ordered by, beside the id. */
  order: Record<string, RawBuilder<unknown>>
  /** Always the last key of the order. */
  id: string
  /** Default order. */
  first: string
  /** Total number of rows, if already known. */
  total?: number | undefined
  /** Upper bound of counting and paging. */
  most?: number
  /** Requires keys that are never null; ties follow the same direction, so that one index serves both directions. */
  bothWays?: true
}

/**
 * One page of a query, nulls last. Ids are selected first, from the index of the order if there is one, so that
 * skipped rows are not read. Rows and total come in one statement; a page beyond the end takes a second one.
 */
export async function fetchPage<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  wanted: Pick<ListQuery, 'order_by' | 'page' | 'per_page'>,
  way: PageOptions,
): Promise<{ items: Row[]; pages: number }> {
  const { total, most = Number.POSITIVE_INFINITY } = way
  const inOrder = orderingFor(wanted.order_by, way)
  const begin = Math.min(wanted.page * wanted.per_page, most)
  const id = sql.ref(way.id)
  const ids = inOrder(query.clearSelect().select(id.as('id')))
    .limit(Math.min(wanted.per_page, most - begin))
    .offset(begin)
  const page = inOrder(query.where(sql<boolean>`${id} in (${ids})`))
  const toPage = (items: Row[], all: number) => ({ items, pages: Math.ceil(all / wanted.per_page) })
  if (total !== undefined) return toPage(await page.execute(), total)
  const rows = (await page.select(countSubquery(query, way.most).as('total')).execute()) as (Row & {
    total: number
  })[]
  return toPage(rows, rows[0]?.total ?? (wanted.page > 0 ? await countRows(query, way.most) : 0))
}

function orderingFor(wanted: string, { order, id, first, bothWays }: PageOptions) {
  const { by, descending } = parseOrderBy(wanted || first, { ...order, id: sql.ref(id) })
  const direction = descending ? sql`desc` : sql`asc`
  return <DB, TB extends keyof DB, Row>(query: SelectQueryBuilder<DB, TB, Row>) =>
    query
      .orderBy(sql`${by} ${direction}${bothWays ? sql`` : sql` nulls last`}`)
      .orderBy(sql`${sql.ref(id)} ${bothWays ? direction : sql`asc`}`)
}

function countSubquery<DB, TB extends keyof DB, Row>(query: SelectQueryBuilder<DB, TB, Row>, most?: number) {
  const counted = query
    .clearSelect()
    .select(sql`1`.as('one'))
    .$if(most !== undefined, (query) => query.limit(most as number))
  return sql<number>`(select count(*) from (${counted}) as counted)`
}

/** Total number of rows of a query. */
export async function countRows<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  most?: number,
): Promise<number> {
  const counted: { execute(): Promise<unknown> } =
    most === undefined
      ? query.clearSelect().select(sql`count(*)`.as('total'))
      : query.clearSelect().select(countSubquery(query, most).as('total')).limit(1)
  const [row] = (await counted.execute()) as { total: number }[]
  return row?.total ?? 0
}

function parseOrderBy(text: string, order: Record<string, RawBuilder<unknown>>) {
  // An unencoded plus arrives as a space.
  const [, sign, field] = /^([+ -]?)(\w+)$/.exec(text) ?? []
  const by = field !== undefined && Object.hasOwn(order, field) ? order[field] : undefined
  if (!by) {
    throw refuseInvalid(
      ['query', 'order_by'],
      `Nach diesem Feld lässt sich nicht sortieren. Möglich sind: ${Object.keys(order).join(', ')}.`,
      'enum',
    )
  }
  return { by, descending: sign === '-' }
}
