// Each person's progress with each document, defined once for lists, results, reminders and „Heute“.
import { type RawBuilder, sql } from 'kysely'
import {
  blankCharacters,
  CHECKED_VALUE,
  DAY_PATTERN,
  PHOTO_PATTERN,
  SIGNATURE_PATTERN,
  TIME_PATTERN,
} from '#contract/document/fields.ts'
import { OPTION_SEPARATOR } from '#contract/document/in-words.ts'
import type { HandInKind } from '#contract/results.ts'
import type { FillState } from '#contract/words/fill-states.ts'
import type { Database, Tx } from '#server/db/connect.ts'

const answerColumn = sql`(doc_answers.data->>(field->>'name'))`
const hasJsonType = (kind: 'number' | 'string') =>
  sql`jsonb_typeof(doc_answers.data->(field->>'name')) = ${kind}`

/** True for an answered `field`. Values left behind by a field of another type do not count. */
const isAnsweredCondition = sql`coalesce(case field->>'type'
  when 'text' then ${hasJsonType('number')}
  when 'checkbox' then ${answerColumn} = ${CHECKED_VALUE}
  when 'choice' then field->'options' @> jsonb_build_array(jsonb_build_object('text', ${answerColumn}))
  when 'choices' then exists (select from string_to_table(${answerColumn}, ${OPTION_SEPARATOR}) chosen
    where field->'options' @> jsonb_build_array(jsonb_build_object('text', chosen)))
  when 'date' then ${answerColumn} ~ ${DAY_PATTERN}
  when 'time' then ${answerColumn} ~ ${TIME_PATTERN}
  when 'photo' then ${answerColumn} ~ ${PHOTO_PATTERN}
  when 'signature' then ${answerColumn} ~ ${SIGNATURE_PATTERN}
  else ${hasJsonType('string')} and ${answerColumn} ~ ${`[^${blankCharacters}]`} end, false)`

/**
 * Subquery that counts a person's visible fields. `fields`: the required ones, or all if none is required.
 * `filled`: answered ones among `fields`. `begun`: answered ones among all. Same rule as `fieldsToFill` of
 * contract/document/conditions.ts.
 */
export const progressQuery = sql`(
  select coalesce(nullif(count(*) filter (where required), 0), count(*)) as fields,
    count(*) filter (where answered and (required or not any_required)) as filled,
    count(*) filter (where answered) as begun
  from (
    select required, answered, bool_or(required) over () as any_required
    from (
      select coalesce((field->>'required')::boolean, false) as required, ${isAnsweredCondition} as answered
      from jsonb_array_elements(docs.fields) field
      where field->>'name' <> all(coalesce(doc_answers.hidden, docs.hidden))) shown) asked)`

/**
 * State of a person's answers. The query must join `progressQuery` as `progress`. If the document asks for a
 * hand-in, 'finished' means handed in. Otherwise it means that all fields are filled, so a document without
 * fields is finished.
 */
export const fillStateColumn = sql<FillState>`case when docs.hand_in is null and progress.filled = progress.fields
    or docs.hand_in is not null and doc_answers.handed_in_at is not null then 'finished'
  when progress.begun > 0 then 'begun' else 'missing' end`

type AnswersScope = { docId?: number; userId?: number }

/**
 * Recomputes the stored `is_filled` of the answers of one document, one person or both. Call it after answers,
 * or the fields of their document, have changed.
 */
export const refreshIsFilled = (tx: Tx, { docId, userId }: AnswersScope) =>
  sql`update doc_answers set is_filled = not is_filled from docs
    where docs.id = doc_answers.doc_id
      and (${docId ?? null}::int is null or doc_id = ${docId ?? null})
      and (${userId ?? null}::int is null or user_id = ${userId ?? null})
      and is_filled <> (select progress.filled = progress.fields from ${progressQuery} progress)`.execute(tx)

/**
 * Audience of a document as JSON: its size, and the number of people who have finished. For a query over
 * `docs`. The `case` makes PostgreSQL look up members in a hash table instead of one by one.
 */
export const audienceColumn = sql<Audience>`(select jsonb_build_object(
    'public', docs.public,
    'groups', array(select groups.name from doc_groups join groups on groups.id = doc_groups.group_id
      where doc_groups.doc_id = docs.id order by groups.name collate "de-x-icu"),
    'people', count(*),
    'finished', count(*) filter (where has_finished))
  from users left join (
    select user_id, case when docs.hand_in is null then is_filled else handed_in_at is not null end as has_finished
    from doc_answers where doc_answers.doc_id = docs.id) answers on answers.user_id = users.id
  where is_active and case when docs.public then true else users.id in (
    select memberships.user_id from doc_groups
    join memberships on memberships.group_id = doc_groups.group_id and memberships.is_effective
    where doc_groups.doc_id = docs.id) end)`
export type Audience = { public: boolean; groups: string[]; people: number; finished: number }

/**
 * Number of fields that a person without answers has to fill in: the visible required ones, or all visible ones
 * if none is required.
 */
export const initialFieldCountColumn = sql<number>`(
  select coalesce(nullif(count(*) filter (where (field->>'required')::boolean), 0), count(*))
  from jsonb_array_elements(docs.fields) field where field->>'name' <> all(docs.hidden))`

/** A person's progress with a document they have begun. */
export type DocProgress = { filled: number; fields: number; handed_in: boolean }

/** Progress by user id, then by document id. */
export async function listDocProgress(
  db: Database,
  userIds: readonly number[],
): Promise<Map<number, ReadonlyMap<number, DocProgress>>> {
  const { rows } = await sql<DocProgress & { user_id: number; doc_id: number }>`
    select doc_answers.user_id, docs.id as doc_id, progress.filled, progress.fields,
      handed_in_at is not null as handed_in
    from doc_answers join docs on docs.id = doc_answers.doc_id
    cross join lateral ${progressQuery} progress
    where doc_answers.user_id = any(${userIds}::int[])`.execute(db)
  const byUser = Map.groupBy(rows, ({ user_id }) => user_id)
  return new Map(
    [...byUser].map(([user, own]) => [
      user,
      new Map(own.map(({ doc_id, user_id: _user_id, ...filled }) => [doc_id, filled])),
    ]),
  )
}

export type FillableDoc = {
  id: number
  name: string
  fields: number
  due_on: string | null
  hand_in: HandInKind | null
}

/**
 * Documents that are Aktiv, visible (`sees`), and have fields or ask for a hand-in. Next due date first, then
 * latest change.
 */
export async function listFillable(db: Database, sees: RawBuilder<boolean>) {
  const { rows } = await sql<FillableDoc>`
    select docs.id, docs.name, docs.due_on, docs.hand_in, ${initialFieldCountColumn} as fields
    from docs where docs.status = 'Aktiv' and ${sees} and (jsonb_array_length(docs.fields) > 0 or docs.hand_in is not null)
    order by docs.due_on nulls last, docs.last_update desc, docs.id`.execute(db)
  return rows
}

/** Documents that are Aktiv and that nobody has opened or filled in yet, latest change first. */
export async function listUnreadDocs(db: Database) {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from docs where status = 'Aktiv' and deleted_at is null and first_read_at is null
      and not exists (select from doc_answers where doc_answers.doc_id = docs.id)
    order by last_update desc, id`.execute(db)
  return rows
}
