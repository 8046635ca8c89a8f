import { type RawBuilder, sql } from 'kysely'
import { type Field, PHOTO_PATTERN } from '#contract/document/fields.ts'
import { DRAWING_PATTERN } from '#contract/document/in-words.ts'
import type { RoundTable } from '#contract/document/round-table.ts'
import type { HandInKind } from '#contract/results.ts'
import type { FillState } from '#contract/words/fill-states.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import {
  DELETED_USER,
  nameOrder,
  sortedNameColumn,
  spokenNameColumn,
  usernameColumn,
} from '#server/db/people.ts'
import { notFound } from '#server/http/errors.ts'
import { matchingComputed } from '#server/lists/list-store.ts'
import { fillStateColumn, progressQuery } from '../filled-store.ts'
import { docGroupIdsArray, isAudienceCondition, seesDocCondition } from '../may-see-store.ts'

type Doc = { id: number; status: string; public: boolean; fields: Field[]; hand_in: HandInKind | null }

/** A number as searchable text: with and without separators of thousands, with the German decimal comma. */
const germanNumberColumn = sql`replace(value #>> '{}', '.', ',') || ' '
  || regexp_replace(split_part(value #>> '{}', '.', 1), '(\\d)(?=(\\d{3})+$)', '\\1.', 'g')
  || coalesce(replace(substring(value #>> '{}' from '\\..*$'), '.', ','), '')`

/** False for stored photos and drawings, which contain no searchable words. */
export const hasWordsCondition = (text: RawBuilder<unknown>) =>
  sql<boolean>`${text} !~ ${`${PHOTO_PATTERN}|${DRAWING_PATTERN}`}`

/** Appends the German form to an ISO date, so that a search finds both. */
export const withGermanDay = (text: RawBuilder<unknown>) =>
  sql`regexp_replace(${text}, '^(\\d{4})-(\\d\\d)-(\\d\\d)$', '\\& \\3.\\2.\\1')`

/** Searchable text of a row: the person's names, and the answers to current fields except photos and drawings. */
const searchTextColumn = ({ fields }: Doc) => sql<string>`search_text(
  coalesce(users.username || ' ' || coalesce(users.persplan_nachname, '') || ' ' || coalesce(users.persplan_vorname, ''), ${DELETED_USER})
  || ' ' || coalesce((
    select string_agg(case jsonb_typeof(value) when 'number' then ${germanNumberColumn} else ${withGermanDay(sql`value #>> '{}'`)} end, ' ')
    from jsonb_each(doc_answers.data) where key = any(${fields.map(({ name }) => name)}::text[])
      and ${hasWordsCondition(sql`value #>> '{}'`)}), ''))`

const hasAnsweredCondition = sql<boolean>`doc_answers.id is not null
  and (doc_answers.data <> '{}' or doc_answers.handed_in_at is not null)`

/**
 * People who may see the document, and all who have answered or handed in, even if they are inactive or deleted.
 */
export function listPeople(db: Database, doc: Doc, filter: string, { signatures = false } = {}) {
  return db
    .selectFrom('users')
    .fullJoin(
      (eb) => eb.selectFrom('doc_answers').where('doc_id', '=', doc.id).selectAll().as('doc_answers'),
      (join) => join.onRef('doc_answers.user_id', '=', 'users.id'),
    )
    .innerJoin('docs', (join) => join.on('docs.id', '=', doc.id))
    .where((eb) => eb.or([seesDocCondition(doc), hasAnsweredCondition]))
    .where(matchingComputed(filter, searchTextColumn(doc)))
    .select([
      'users.id as user_id',
      usernameColumn('users').as('username'),
      sortedNameColumn('users').as('display_name'),
      'doc_answers.data',
      'doc_answers.changed_at',
      'doc_answers.handed_in_at',
      sql<FillState | null>`case when ${hasAnsweredCondition} or ${isAudienceCondition(doc.public, docGroupIdsArray(doc.id))}
        then (select ${fillStateColumn} from ${progressQuery} progress) end`.as('state'),
    ])
    .$if(signatures, (query) => query.select('doc_answers.signature'))
    .orderBy(sql`users.id is null`)
    .orderBy(nameOrder('users'))
    .orderBy('users.id')
    .orderBy('doc_answers.id')
    .execute()
}

export async function insertRound(
  tx: Tx,
  docId: number,
  /** Null if the round ends automatically. */
  endedBy: { id: number; username: string } | null,
  results: RoundTable,
): Promise<number> {
  const { id } = await tx
    .insertInto('doc_rounds')
    .values({
      doc_id: docId,
      ended_by: endedBy?.username ?? '',
      ended_by_id: endedBy?.id ?? null,
      results: JSON.stringify(results),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export function listRounds(db: Database, docId: number) {
  return db
    .selectFrom('doc_rounds')
    .leftJoin('users', 'users.id', 'doc_rounds.ended_by_id')
    .where('doc_id', '=', docId)
    .select([
      'doc_rounds.id',
      'ended_at',
      'ended_by',
      // A deleted person appears with the username of that time, all others with their current name.
      sql<string>`case when ended_by = '' then 'von selbst' when users.id is null then ended_by else ${spokenNameColumn('users')} end`.as(
        'ended_by_display_name',
      ),
      sql<number>`jsonb_array_length(results->'people')`.as('people'),
    ])
    .orderBy('doc_rounds.id', 'desc')
    .execute()
}

export function getRound(db: Database, docId: number, id: number) {
  return db
    .selectFrom('doc_rounds')
    .where('doc_id', '=', docId)
    .where('id', '=', id)
    .select(['ended_at', 'results'])
    .executeTakeFirstOrThrow(notFound)
}
