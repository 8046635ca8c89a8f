import { type RawBuilder, sql } from 'kysely'
import type { DocFilter, DocStatus } from '#contract/docs.ts'
import { blanks, CONFIRMED, DAY, type Field, PHOTO, SIGNED, TIME } from '#contract/document/fields.ts'
import { BETWEEN } from '#contract/document/in-words.ts'
import type { Tree } from '#contract/document/tree.ts'
import type { HandIn } from '#contract/results.ts'
import type { ListQuery } from '#contract/shapes.ts'
import type { FillState } from '#contract/words/fill-states.ts'
import type { Caller } from '#server/caller.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { refuse } from '#server/http/errors.ts'
import { german, inLife, matching, pageOf } from '#server/lists/list-store.ts'
import { maySee } from './may-see-store.ts'

const order = {
  name: german('docs.name'),
  status: inLife('docs.status'),
  last_update: sql`docs.last_update`,
}

const answer = sql`(doc_answers.data->>(field->>'name'))`
const isKind = (kind: 'number' | 'string') => sql`jsonb_typeof(doc_answers.data->(field->>'name')) = ${kind}`

/**
 * How far somebody is, as `fields`, `filled` and `begun`: of the fields that they are asked for (askedFields of
 * contract/document/conditions.ts); `begun` counts all that are shown. What a field of another type left behind is nothing.
 */
export const progress = sql`(
  select coalesce(nullif(count(*) filter (where required), 0), count(*)) as fields,
    count(*) filter (where answered and (required or not any_required)) as filled,
    count(*) filter (where answered) as begun
  from (
    select required, answered, bool_or(required) over () as any_required
    from (
      select coalesce((field->>'required')::boolean, false) as required,
        coalesce(case field->>'type'
            when 'text' then ${isKind('number')}
            when 'checkbox' then ${answer} = ${CONFIRMED}
            when 'choice' then field->'options' @> jsonb_build_array(jsonb_build_object('text', ${answer}))
            when 'choices' then exists (select from string_to_table(${answer}, ${BETWEEN}) chosen
              where field->'options' @> jsonb_build_array(jsonb_build_object('text', chosen)))
            when 'date' then ${answer} ~ ${DAY}
            when 'time' then ${answer} ~ ${TIME}
            when 'photo' then ${answer} ~ ${PHOTO}
            when 'signature' then ${answer} ~ ${SIGNED}
            else ${isKind('string')} and ${answer} ~ ${`[^${blanks}]`} end, false) as answered
      from jsonb_array_elements(docs.fields) field
      where field->>'name' <> all(coalesce(doc_answers.hidden, docs.hidden))) shown) asked)`

/** Of that: where somebody is asked for nothing, they miss nothing, unless it is handed in. */
export const fillState = sql<FillState>`case when docs.hand_in is null and progress.filled = progress.fields
    or docs.hand_in is not null and doc_answers.handed_in_at is not null then 'finished'
  when progress.begun > 0 then 'begun' else 'missing' end`

/** The fields that somebody is asked for who has entered nothing yet. */
const fieldsAtFirst = sql<number>`(
  select coalesce(nullif(count(*) filter (where (field->>'required')::boolean), 0), count(*))
  from jsonb_array_elements(docs.fields) field where field->>'name' <> all(docs.hidden))`
/** Tells which fields a document has: what was counted of others is of another time. */
const fieldsTag = sql<string>`md5(docs.fields::text)`

/** Of a document that somebody has begun: so many of the fields that they are asked for. */
export type Filled = { filled: number; fields: number; handed_in: boolean; tag: string }

/** How much each of these people has filled in, by document. */
export async function listFilled(
  db: Database,
  userIds: readonly number[],
): Promise<Map<number, ReadonlyMap<number, Filled>>> {
  const { rows } = await sql<Filled & { user_id: number; doc_id: number }>`
    select doc_answers.user_id, docs.id as doc_id, ${fieldsTag} as tag, progress.filled, progress.fields,
      handed_in_at is not null as handed_in
    from doc_answers join docs on docs.id = doc_answers.doc_id
    cross join lateral ${progress} progress
    where doc_answers.user_id = any(${userIds}::int[])`.execute(db)
  const byUser = Map.groupBy(rows, ({ user_id }) => user_id)
  return new Map(
    [...byUser].map(([user, own]) => [
      user,
      new Map(own.map(({ doc_id, user_id: _user_id, ...filled }) => [doc_id, filled])),
    ]),
  )
}

/** What may be filled in by whoever sees these: what is due next first, then the newest. */
export async function listFillable(db: Database, sees: RawBuilder<boolean>) {
  const { rows } = await sql<{
    id: number
    name: string
    fields: number
    tag: string
    due_on: string | null
    hand_in: HandIn | null
  }>`
    select docs.id, docs.name, docs.due_on, docs.hand_in, ${fieldsAtFirst} as fields, ${fieldsTag} as tag
    from docs where docs.status = 'Aktiv' and ${sees} and (jsonb_array_length(docs.fields) > 0 or docs.hand_in is not null)
    order by docs.due_on nulls last, docs.last_update desc, docs.id`.execute(db)
  return rows
}

export function listDocs(
  db: Database,
  sees: RawBuilder<boolean>,
  { filter, ...asked }: ListQuery,
  only: DocFilter | undefined,
) {
  const query = db
    .selectFrom('docs')
    .where(sees)
    .where(matching(filter, sql`docs.search`))
    .$if(only !== undefined && only !== 'Gelöscht', (query) =>
      query.where('docs.status', '=', only as DocStatus),
    )
    .select([
      'docs.id',
      'docs.name',
      'docs.status',
      'docs.last_update',
      'docs.deleted_at',
      'docs.due_on',
      'docs.publish_at',
      'docs.next_round_at',
      'docs.hand_in',
      fieldsAtFirst.as('fields'),
      fieldsTag.as('tag'),
    ])
  return pageOf(query, asked, { order, id: 'docs.id', first: '+name' })
}

export const head = [
  'docs.id',
  'docs.name',
  'docs.status',
  'docs.public',
  'docs.version',
  'docs.fields',
  'docs.due_on',
  'docs.hand_in',
] as const

/** A document as a caller sees it: what they may not see is not there. */
const seen = (db: Database, by: Caller, id: number) =>
  db.selectFrom('docs').where('docs.id', '=', id).where(maySee(by))
const notFound = () => refuse('not_found')

export const getDoc = (db: Database, by: Caller, id: number) =>
  seen(db, by, id)
    .select([
      ...head,
      'docs.content',
      'docs.last_update',
      'docs.first_read_at',
      'docs.publish_at',
      'docs.next_round_at',
    ])
    .executeTakeFirstOrThrow(notFound)

/** All but what may be large. */
export const getDocState = (db: Database, by: Caller, id: number) =>
  seen(db, by, id)
    .select([
      'docs.id',
      'docs.name',
      'docs.status',
      'docs.version',
      'docs.last_update',
      'docs.due_on',
      'docs.publish_at',
      'docs.next_round_at',
      'docs.hand_in',
    ])
    .executeTakeFirstOrThrow(notFound)

export const getDocHead = (db: Database, by: Caller, id: number) =>
  seen(db, by, id).select(head).executeTakeFirstOrThrow(notFound)

/** Many fill in at the same time; whoever changes the document itself waits. */
export const lockDocForShare = (tx: Tx, by: Caller, id: number) =>
  seen(tx, by, id).select(head).forShare().executeTakeFirstOrThrow(notFound)

/** Nobody fills in, saves or resets it until the commit. */
export const lockDocForUpdate = (tx: Tx, id: number) =>
  tx
    .selectFrom('docs')
    .where('docs.id', '=', id)
    .where('docs.deleted_at', 'is', null)
    .select(head)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound)

export async function insertDoc(
  tx: Tx,
  { name, content, fields, images, hidden }: { name: string } & Contents,
): Promise<number> {
  const { id } = await tx
    .insertInto('docs')
    .values({ name, content: JSON.stringify(content), fields: JSON.stringify(fields), images, hidden })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
/** `hidden`: the names of the fields that nobody is asked for at first. */
export type Contents = { content: Tree; fields: Field[]; images: string[]; hidden: string[] }

export async function setContent(
  tx: Tx,
  id: number,
  { content, fields, images, hidden }: Contents,
): Promise<number> {
  const { version } = await tx
    .updateTable('docs')
    .set({
      content: JSON.stringify(content),
      fields: JSON.stringify(fields),
      images,
      hidden,
      version: sql`version + 1`,
      last_update: sql`now()`,
    })
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

type Change = {
  name?: string
  status?: DocStatus
  public?: boolean
  due_on?: string | null
  publish_at?: Date | null
  publish_tells?: boolean
  hand_in?: HandIn | null
}

/** Every change of an administrator moves the date of the last change. */
export async function setDoc(tx: Tx, id: number, change: Change) {
  await tx
    .updateTable('docs')
    .set({ ...change, last_update: sql`now()` })
    .where('id', '=', id)
    .execute()
}

/** From now on it is to be read by those whom it is for. */
export async function setUnread(tx: Tx, id: number) {
  await tx.updateTable('docs').set({ first_read_at: null }).where('id', '=', id).execute()
}

/** True if it was the first reading. */
export async function setRead(tx: Tx, id: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('docs')
    .set({ first_read_at: sql`now()` })
    .where('id', '=', id)
    .where('first_read_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** True if it changed anything. */
export async function setDeleted(tx: Tx, id: number, isDeleted: boolean): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('docs')
    .set({ deleted_at: isDeleted ? sql`now()` : null, publish_at: null })
    .where('id', '=', id)
    .where('deleted_at', isDeleted ? 'is' : 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const KEPT_DAYS = 30

/** Documents that were deleted long ago go for good, with all answers and rounds. */
export async function deleteOldDocs(tx: Tx): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('docs')
    .where('deleted_at', '<', sql<Date>`now() - make_interval(days => ${KEPT_DAYS})`)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/**
 * Seen by whoever may see a document that shows it; by administrators also before one does, and after. Images of chats
 * are none of these, whoever knows their id: they have a path of their own, for their members.
 */
export function findDocImage(db: Database, by: Caller, id: string) {
  return db
    .selectFrom('images')
    .where('images.id', '=', id)
    .where('images.is_for_docs', '=', true)
    .where((eb) =>
      eb.or([
        sql<boolean>`${by.is_admin}`,
        eb.exists(
          eb
            .selectFrom('docs')
            .where(sql<boolean>`docs.images @> array[images.id]`)
            .where(maySee(by))
            .select('docs.id'),
        ),
      ]),
    )
    .select(['type', 'bytes'])
    .executeTakeFirst()
}
