// Search in people, documents, answers and happenings.
import { type RawBuilder, sql } from 'kysely'
import type { Tree } from '#contract/document/tree.ts'
import type { SearchHits } from '#contract/find.ts'
import { happeningTextFields } from '#contract/words/happening-texts.ts'
import type { Caller } from '#server/caller.ts'
import type { Database } from '#server/db/connect.ts'
import { spokenNameColumn } from '#server/db/people.ts'
import { maySeeDocCondition } from '#server/docs/may-see-store.ts'
import { hasWordsCondition, withGermanDay } from '#server/docs/results/store.ts'
import { maySeeHappeningCondition, maySeeSubhappeningCondition } from '#server/happenings/may-see-store.ts'
import { germanOrder, matching, matchingComputed } from '#server/lists/list-store.ts'

/** Full-text query for all words as prefixes, each in both spellings of umlauts. */
export function prefixQuery(words: readonly string[]): RawBuilder<unknown> {
  const begins = (folded: RawBuilder<unknown>) => sql`to_tsquery('simple', '''' || ${folded} || ''':*')`
  const each = words.map(
    (word) => sql`(${begins(sql`fold(${word})`)} || ${begins(sql`fold_umlauts(${word})`)})`,
  )
  return sql`(${sql.join(each, sql` && `)})`
}

type DocumentsQuery = { filter: string; words: string[]; limit: number }

/** Matches in the name first, then documents the caller has begun, then the latest changed. */
export function listDocuments(db: Database, by: Caller, { filter, words, limit }: DocumentsQuery) {
  const isNamed = matching(filter, sql`docs.search`)
  return db
    .selectFrom('docs')
    .where(maySeeDocCondition(by))
    .where(sql<boolean>`(${isNamed} or docs.words @@ ${prefixQuery(words)})`)
    .select(['docs.id', 'docs.name', isNamed.as('is_named')])
    .orderBy(isNamed, 'desc')
    .orderBy(
      sql`exists (select from doc_answers where doc_answers.doc_id = docs.id and doc_answers.user_id = ${by.id})`,
      'desc',
    )
    .orderBy('docs.last_update', 'desc')
    .orderBy(germanOrder('docs.name'))
    .limit(limit)
    .execute()
}

export async function listDocContents(db: Database, ids: number[]): Promise<Map<number, Tree>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('docs').where('id', 'in', ids).select(['id', 'content']).execute()
  return new Map(rows.map(({ id, content }) => [id, content]))
}

/** The caller's own answers, newest first. */
export const listOwnAnswers = (db: Database, by: Caller, filter: string, limit: number) =>
  db
    .selectFrom('doc_answers')
    .innerJoin('docs', 'docs.id', 'doc_answers.doc_id')
    .where('doc_answers.user_id', '=', by.id)
    .where(maySeeDocCondition(by))
    .where(
      matchingComputed(
        filter,
        sql`(select search_text(string_agg(${withGermanDay(sql`value`)}, ' ')) from jsonb_each_text(doc_answers.data) where ${hasWordsCondition(sql`value`)})`,
      ),
    )
    .select(['docs.id as doc_id', 'docs.name as doc_name', 'docs.fields', 'doc_answers.data'])
    .orderBy('doc_answers.changed_at', 'desc')
    .orderBy('docs.id')
    .limit(limit)
    .execute()

/** Minimal trigram similarity of a word. */
const MIN_WORD_SIMILARITY = '0.4'

/** Names of people, documents and happenings with words like these. */
export async function listSimilarNames(
  db: Database,
  by: Caller,
  words: readonly string[],
): Promise<string[]> {
  const alike = (name: RawBuilder<unknown>, search: RawBuilder<unknown>, from: RawBuilder<unknown>) =>
    words.map(
      (word) => sql`(select ${name} as name from ${from} and fold(${word}) <% ${search}
        order by word_similarity(fold(${word}), ${search}) desc limit 20)`,
    )
  const names = sql<{ name: string }>`${sql.join(
    [
      ...alike(
        spokenNameColumn('users'),
        sql`users.names_search`,
        sql`users where users.is_active and users.anonymised_at is null`,
      ),
      ...alike(sql`docs.name`, sql`docs.search`, sql`docs where ${maySeeDocCondition(by)}`),
      ...(by.may_see_happenings
        ? alike(
            sql`happenings.name`,
            sql`happenings.search`,
            sql`happenings where ${maySeeHappeningCondition(by)}`,
          )
        : []),
    ],
    sql` union all `,
  )}`
  // Only the operator `<%` uses the index, and it reads its threshold from this setting.
  return db.transaction().execute(async (tx) => {
    await sql`select set_config('pg_trgm.word_similarity_threshold', ${MIN_WORD_SIMILARITY}, true)`.execute(
      tx,
    )
    const { rows } = await names.execute(tx)
    return rows.map(({ name }) => name)
  })
}

type Hit = SearchHits['happenings']['items'][number]

/**
 * Condition over sub-happenings: all words match its name, or its name together with the happening's. Matches
 * in the happening's name alone are excluded.
 */
function matchesPartCondition(filter: string) {
  const own = matching(filter, sql`subhappenings.search`)
  if (!filter.trim().includes(' ')) return own
  const both = matchingComputed(filter, sql`happenings.search || ' ' || subhappenings.search`)
  return sql<boolean>`(${own} or (${both} and not ${matching(filter, sql`happenings.search`)}))`
}

const happeningTextColumns = sql.join(happeningTextFields.map((text) => sql.ref(text)))

/** Happenings and sub-happenings by name, the nearest to today first. */
export async function listHappeningsNamed(
  db: Database,
  by: Caller,
  filter: string,
  limit: number,
): Promise<Hit[]> {
  const { rows } = await sql<Hit>`
    select id, name, ${happeningTextColumns}, date, part from (
    select id, name, ${happeningTextColumns}, date::text as date, null as part, abs(date - current_date) as away
    from happenings where ${maySeeHappeningCondition(by)} and ${matching(filter, sql`happenings.search`)}
    union all
    select happenings.id, happenings.name, ${happeningTextColumns}, date::text,
      jsonb_build_object('id', subhappenings.id, 'name', subhappenings.name), abs(date - current_date)
    from subhappenings join happenings on happenings.id = subhappenings.happening_id
    where ${maySeeSubhappeningCondition(by)} and ${matchesPartCondition(filter)}
    ) as found
    order by away, date desc, id limit ${limit}`.execute(db)
  return rows
}
