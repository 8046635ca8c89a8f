// Filter, order and page: every list of the product goes through these.
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { withoutEnd } from '#contract/document/without-end.ts'
import type { ListQuery } from '#contract/shapes.ts'
import { invalid } from '#server/http/errors.ts'

/** The longest ones: they are what narrows a list. Each costs a look at every row that the others have left. */
const MOST_WORDS = 8

/**
 * All words must be found, each without regard to case and accents; `%` and `_` are plain characters. `search` is a
 * column that holds a search text, which has words with umlauts in two spellings.
 */
export function matching(filter: string, search: RawBuilder<string>): RawBuilder<boolean> {
  const words = wordsOf(filter)
  if (words.length === 0) return sql<boolean>`true`
  const found = words.map((word) => {
    const plain = sql<boolean>`${search} like search_pattern(fold(${word}))`
    if (!mayHaveUmlauts(word)) return plain
    return sql<boolean>`(${plain} or ${search} like search_pattern(fold_umlauts(${word})))`
  })
  return sql<boolean>`(${sql.join(found, sql` and `)})`
}

/** Else both spellings are the same, and one look is enough. */
const mayHaveUmlauts = (word: string) => /[^\x21-\x7e]|[aou]e/i.test(word)

/** The same for a text that is put together from a row: once for each, however many words there are. */
export function matchingMade(filter: string, text: RawBuilder<string>): RawBuilder<boolean> {
  if (wordsOf(filter).length === 0) return sql<boolean>`true`
  // `offset 0` keeps the planner from putting the text in the place of each of its names.
  return sql<boolean>`exists (select from (select ${text} as search offset 0) as made where ${matching(filter, sql`made.search`)})`
}

/**
 * Each word once, in whatever case; a comma at the end of a word is none of it: 'Castell, Bruno' finds whom it names.
 */
function wordsOf(filter: string): string[] {
  const words = filter.split(/\s+/).map((word) => withoutEnd(word, ','))
  const different = new Map(words.filter(Boolean).map((word) => [word.toLowerCase(), word]))
  return [...different.values()].sort((one, other) => other.length - one.length).slice(0, MOST_WORDS)
}

/** A choice of fixed words in a query; empty means none. */
export function oneOf<V extends string>(values: readonly V[], asked: string, name: string): V | undefined {
  if (asked === '') return undefined
  const value = values.find((known) => known === asked)
  if (value === undefined) {
    throw invalid(
      ['query', name],
      `Diesen Filter gibt es nicht. Möglich sind: Alle, ${values.join(', ')}.`,
      'enum',
    )
  }
  return value
}

/** Text in German order. */
export const german = (column: string) => sql`${sql.ref(column)} collate "de-x-icu"`

/** A status, as one follows the other in the life of a thing (`in_life` of the database). */
export const inLife = (column: string) => sql`in_life(${sql.ref(column)})`

type Way = {
  /** The columns that may be ordered by, beside the id. */
  order: Record<string, RawBuilder<unknown>>
  /** Always the last key. */
  id: string
  /** The order when none is asked for. */
  first: string
  /** How many rows there are in all, where that has been counted before. */
  total?: number | undefined
  /** Nobody leafs further than so many rows, nor are more counted. */
  most?: number
  /** No key is ever null, and equal ones follow each other in the same direction: one index serves both directions. */
  bothWays?: true
}

/**
 * One page of a query, nulls last. Its ids are found first, in the index of the order where there is one: rows that are
 * gone past are not looked at. Rows and their number come in one statement; beyond the end it takes a second one.
 */
export async function pageOf<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  asked: Pick<ListQuery, 'order_by' | 'page' | 'per_page'>,
  way: Way,
): Promise<{ items: Row[]; pages: number }> {
  const { total, most = Number.POSITIVE_INFINITY } = way
  const inOrder = ordered(asked.order_by, way)
  const begin = Math.min(asked.page * asked.per_page, most)
  const id = sql.ref(way.id)
  const ids = inOrder(query.clearSelect().select(id.as('id')))
    .limit(Math.min(asked.per_page, most - begin))
    .offset(begin)
  const page = inOrder(query.where(sql<boolean>`${id} in (${ids})`))
  const shown = (items: Row[], all: number) => ({ items, pages: Math.ceil(all / asked.per_page) })
  if (total !== undefined) return shown(await page.execute(), total)
  const rows = (await page.select(countOf(query, way.most).as('total')).execute()) as (Row & {
    total: number
  })[]
  return shown(rows, rows[0]?.total ?? (asked.page > 0 ? await numberOf(query, way.most) : 0))
}

function ordered(asked: string, { order, id, first, bothWays }: Way) {
  const { by, descending } = orderBy(asked || first, { ...order, id: sql.ref(id) })
  const direction = descending ? sql`desc` : sql`asc`
  return <DB, TB extends keyof DB, Row>(query: SelectQueryBuilder<DB, TB, Row>) =>
    query
      .orderBy(sql`${by} ${direction}${bothWays ? sql`` : sql` nulls last`}`)
      .orderBy(sql`${sql.ref(id)} ${bothWays ? direction : sql`asc`}`)
}

function countOf<DB, TB extends keyof DB, Row>(query: SelectQueryBuilder<DB, TB, Row>, most?: number) {
  const counted = query
    .clearSelect()
    .select(sql`1`.as('one'))
    .$if(most !== undefined, (query) => query.limit(most as number))
  return sql<number>`(select count(*) from (${counted}) as counted)`
}

/** How many rows a query has. */
export async function numberOf<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  most?: number,
): Promise<number> {
  const counted: { execute(): Promise<unknown> } =
    most === undefined
      ? query.clearSelect().select(sql`count(*)`.as('total'))
      : query.clearSelect().select(countOf(query, most).as('total')).limit(1)
  const [row] = (await counted.execute()) as { total: number }[]
  return row?.total ?? 0
}

function orderBy(asked: string, order: Record<string, RawBuilder<unknown>>) {
  // A plus that was not encoded arrives as a space.
  const [, sign, field] = /^([+ -]?)(\w+)$/.exec(asked) ?? []
  const by = field !== undefined && Object.hasOwn(order, field) ? order[field] : undefined
  if (!by) {
    throw invalid(
      ['query', 'order_by'],
      `Nach diesem Feld lässt sich nicht sortieren. Möglich sind: ${Object.keys(order).join(', ')}.`,
      'enum',
    )
  }
  return { by, descending: sign === '-' }
}
