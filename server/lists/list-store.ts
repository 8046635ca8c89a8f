// Filter, order and page: every list of the product goes through these.
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { withoutEnd } from '#contract/document/without-end.ts'
import type { ListQuery } from '#contract/shapes.ts'
import { invalid } from '#server/http/errors.ts'
import type { CacheEntry } from '#server/live/cache.ts'

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

/** A status, as one follows the other in the life of a thing (0017b_in_life.sql). */
export const inLife = (column: string) => sql`in_life(${sql.ref(column)})`

type Way = {
  /** The columns that may be ordered by, beside the id. */
  order: Record<string, RawBuilder<unknown>>
  /** Always the last key. */
  id: string
  /** The order when none is asked for. */
  first: string
  /** How many rows there are in all, where that is cached: of lists that may be long, and never with `most`. */
  total?: CacheEntry<number>
  /** Nobody leafs further than so many rows, nor are more counted. */
  most?: number
  /** No key is ever null, and equal ones follow each other in the same direction: one index serves both directions. */
  bothWays?: true
  /**
   * `ids first`: the indexes of the orders have all that the list is filtered by, so the ids of a page are found in them
   * alone. `few`: what fits is found before it is put in order, and there is nothing to go past.
   */
  by?: 'ids first' | 'few' | undefined
}

/** From here on it costs more to go past all rows before than to find out where the page begins. */
const FAR = 1_000

/**
 * One page of a query, nulls last. Rows and their number come in one statement; beyond the end it takes a second, and a
 * cached number takes none. Of lists whose number is cached, the last third is read from the end, counted with it.
 */
export async function pageOf<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  asked: Pick<ListQuery, 'order_by' | 'page' | 'per_page'>,
  way: Way,
): Promise<{ items: Row[]; pages: number }> {
  const { total, most } = way
  const isLong = total !== undefined && way.by !== 'few'
  const inOrder = ordered(asked.order_by, way)
  const begin = Math.min(asked.page * asked.per_page, most ?? Infinity)
  const withCount = async (page: typeof query) =>
    (await page.select(countOf(query, most).as('total')).execute()) as (Row & { total: number })[]
  /** Far from the beginning of long lists, too, ids are found first: what is gone past is not looked at. */
  const isIdsFirst = (past: number) => way.by === 'ids first' || (isLong && past >= FAR)
  const cut = (rows: number, past: number, backwards = false) => {
    if (!isIdsFirst(past)) return inOrder(query, backwards).limit(rows).offset(past)
    const id = sql.ref(way.id)
    const ids = inOrder(query.clearSelect().select(id.as('id')), backwards)
      .limit(rows)
      .offset(past)
    return inOrder(query.where(sql<boolean>`${id} in (${ids})`), backwards)
  }
  const shown = (items: Row[], all: number) => ({ items, pages: Math.ceil(all / asked.per_page) })

  let known = total?.known
  if (isLong && begin >= FAR) {
    // Beyond the end no row would tell that a kept number is too low.
    if (known === undefined || known <= begin) total.keep((known = await numberOf(query)))
    const left = known - begin
    if (left <= 0) return shown([], known)
    // To count once more takes about as long as to go past half of them.
    if (left < begin / 2) {
      const page = cut(Math.min(asked.per_page, left), Math.max(0, left - asked.per_page), true)
      const rows = await withCount(page)
      if (rows[0]?.total === known) return shown(rows.toReversed(), known)
      // Some have come or gone in between, and the end lies elsewhere.
      known = undefined
    }
  }

  const page = cut(Math.min(asked.per_page, (most ?? Infinity) - begin), begin)
  if (known !== undefined) return shown(await page.execute(), known)
  const rows = await withCount(page)
  const all = rows[0]?.total ?? (asked.page > 0 ? await numberOf(query, most) : 0)
  total?.keep(all)
  return shown(rows, all)
}

/** In the order that is asked for, and from its end: the same index serves both. */
function ordered(asked: string, { order, id, first, bothWays }: Way) {
  const { by, descending } = orderBy(asked || first, { ...order, id: sql.ref(id) })
  return <DB, TB extends keyof DB, Row>(query: SelectQueryBuilder<DB, TB, Row>, backwards: boolean) => {
    const [up, down] = backwards ? [sql`desc`, sql`asc`] : [sql`asc`, sql`desc`]
    const nulls = bothWays ? sql`` : backwards ? sql` nulls first` : sql` nulls last`
    return query
      .orderBy(sql`${by} ${descending ? down : up}${nulls}`)
      .orderBy(sql`${sql.ref(id)} ${bothWays && descending ? down : up}`)
  }
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
