import { sql } from 'kysely'
import type { DocFilter, DocStatus } from '#contract/docs.ts'
import { blanks, CONFIRMED, type Field } from '#contract/document/fields.ts'
import type { Tree } from '#contract/document/tree.ts'
import type { ListQuery } from '#contract/shapes.ts'
import type { Caller } from '#server/caller.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { refuse } from '#server/http/errors.ts'
import { german, inLife, matching, pageOf } from '#server/lists/list-store.ts'
import { mayRestore, maySee } from './may-see-store.ts'

const order = {
  name: german('docs.name'),
  status: inLife('docs.status'),
  last_update: sql`docs.last_update`,
}

/** How many of the fields the caller has filled in; what a field of another type left behind does not count. */
export const filled = (by: Pick<Caller, 'id'>) => sql<number>`(select count(*)
  from doc_answers, jsonb_array_elements(docs.fields) field
  where doc_answers.doc_id = docs.id and doc_answers.user_id = ${by.id}
    and case field->>'type'
      when 'text' then jsonb_typeof(doc_answers.data->(field->>'name')) = 'number'
      when 'checkbox' then doc_answers.data->>(field->>'name') = ${CONFIRMED}
      else jsonb_typeof(doc_answers.data->(field->>'name')) = 'string'
        and doc_answers.data->>(field->>'name') ~ ${`[^${blanks}]`} end)`

export function listDocs(
  db: Database,
  by: Caller,
  { filter, ...asked }: ListQuery,
  only: DocFilter | undefined,
) {
  const query = db
    .selectFrom('docs')
    .where(only === 'Gelöscht' ? mayRestore(by) : maySee(by))
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
      sql<number>`jsonb_array_length(docs.fields)`.as('fields'),
      filled(by).as('filled'),
    ])
  return pageOf(query, asked, { order, id: 'docs.id', first: '+name' })
}

const head = ['docs.id', 'docs.name', 'docs.status', 'docs.public', 'docs.version', 'docs.fields'] as const

/** A document as a caller sees it: what they may not see is not there. */
const seen = (db: Database, by: Caller, id: number) =>
  db.selectFrom('docs').where('docs.id', '=', id).where(maySee(by))
const notFound = () => refuse('not_found')

export const getDoc = (db: Database, by: Caller, id: number) =>
  seen(db, by, id)
    .select([...head, 'docs.content', 'docs.last_update', 'docs.first_read_at'])
    .executeTakeFirstOrThrow(notFound)

/** All but what may be large. */
export const getDocState = (db: Database, by: Caller, id: number) =>
  seen(db, by, id)
    .select(['docs.id', 'docs.name', 'docs.status', 'docs.version', 'docs.last_update'])
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
  { name, content, fields, images }: { name: string } & Contents,
): Promise<number> {
  const { id } = await tx
    .insertInto('docs')
    .values({ name, content: JSON.stringify(content), fields: JSON.stringify(fields), images })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
export type Contents = { content: Tree; fields: Field[]; images: string[] }

export async function setContent(tx: Tx, id: number, { content, fields, images }: Contents): Promise<number> {
  const { version } = await tx
    .updateTable('docs')
    .set({
      content: JSON.stringify(content),
      fields: JSON.stringify(fields),
      images,
      version: sql`version + 1`,
      last_update: sql`now()`,
    })
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

type Change = { name: string } | { status: DocStatus } | { public: boolean } | {}

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
    .set({ deleted_at: isDeleted ? sql`now()` : null })
    .where('id', '=', id)
    .where('deleted_at', isDeleted ? 'is' : 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const KEPT_DAYS = 30

/** Documents that were deleted long ago go for good, with all answers and rounds. */
export async function purgeDocs(db: Database) {
  await db
    .deleteFrom('docs')
    .where('deleted_at', '<', sql<Date>`now() - make_interval(days => ${KEPT_DAYS})`)
    .execute()
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
