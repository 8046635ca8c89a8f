import { sql } from 'kysely'
import type { DocFilter, DocStatus } from '#contract/docs.ts'
import type { Field } from '#contract/document/fields.ts'
import type { Tree } from '#contract/document/tree.ts'
import type { HandInKind } from '#contract/results.ts'
import type { ListQuery } from '#contract/shapes.ts'
import type { Caller } from '#server/caller.ts'
import { hasDeleted, hasUpdated } from '#server/db/affected.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { notFound } from '#server/http/errors.ts'
import { fetchPage, germanOrder, lifeCycleOrder, matching } from '#server/lists/list-store.ts'
import { audienceColumn, initialFieldCountColumn } from './filled-store.ts'
import { mayRestoreDocCondition, maySeeDocCondition } from './may-see-store.ts'

const sortColumns = {
  name: germanOrder('docs.name'),
  status: lifeCycleOrder('docs.status'),
  last_update: sql`docs.last_update`,
}

export function listDocs(
  db: Database,
  by: Caller,
  { filter, ...page }: ListQuery,
  only: DocFilter | undefined,
) {
  const query = db
    .selectFrom('docs')
    .where(only === 'Gelöscht' ? mayRestoreDocCondition(by) : maySeeDocCondition(by))
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
      initialFieldCountColumn.as('fields'),
    ])
    .$if(by.is_admin, (query) => query.select(audienceColumn.as('audience')))
  return fetchPage(query, page, { order: sortColumns, id: 'docs.id', first: '+name' })
}

const docHeadColumns = [
  'docs.id',
  'docs.name',
  'docs.status',
  'docs.public',
  'docs.version',
  'docs.fields',
  'docs.due_on',
  'docs.hand_in',
] as const

const selectVisibleDoc = (db: Database, by: Caller, id: number) =>
  db.selectFrom('docs').where('docs.id', '=', id).where(maySeeDocCondition(by))

export const getDoc = (db: Database, by: Caller, id: number) =>
  selectVisibleDoc(db, by, id)
    .select([
      ...docHeadColumns,
      'docs.content',
      'docs.last_update',
      'docs.first_read_at',
      'docs.publish_at',
      'docs.next_round_at',
    ])
    .executeTakeFirstOrThrow(notFound)

export const getDocHead = (db: Database, by: Caller, id: number) =>
  selectVisibleDoc(db, by, id)
    .select([...docHeadColumns, 'docs.round'])
    .executeTakeFirstOrThrow(notFound)

/**
 * Shared lock for filling in: many people hold it at once. `lockDocForUpdate` waits until all of them have
 * finished.
 */
export const lockDocForShare = (tx: Tx, by: Caller, id: number) =>
  selectVisibleDoc(tx, by, id)
    .select([...docHeadColumns, 'docs.first_read_at', 'docs.round'])
    .forShare()
    .executeTakeFirstOrThrow(notFound)

/** Blocks filling in, saving and resetting until the commit. */
export const lockDocForUpdate = (tx: Tx, id: number) =>
  tx
    .selectFrom('docs')
    .where('docs.id', '=', id)
    .where('docs.deleted_at', 'is', null)
    .select([...docHeadColumns, 'docs.publish_at'])
    .forUpdate()
    .executeTakeFirstOrThrow(notFound)

/** Locks and returns those documents that exist, ordered by id. */
export const lockDocsForUpdate = (tx: Tx, ids: number[]) =>
  tx
    .selectFrom('docs')
    .where('docs.id', '=', sql<number>`any(${ids}::int[])`)
    .where('docs.deleted_at', 'is', null)
    .select([...docHeadColumns, 'docs.publish_at'])
    .orderBy('docs.id')
    .forUpdate()
    .execute()

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
/** `hidden`: fields hidden from people without answers. */
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

type DocChange = {
  name?: string
  status?: DocStatus
  public?: boolean
  due_on?: string | null
  publish_at?: Date | null
  publish_tells?: boolean
  hand_in?: HandInKind | null
}

/** Also updates `last_update`, as saving a content does. Resetting results, deleting and restoring do not. */
export async function setDoc(tx: Tx, id: number, change: DocChange) {
  await tx
    .updateTable('docs')
    .set({ ...change, last_update: sql`now()` })
    .where('id', '=', id)
    .execute()
}

/** Increments the counter by which delayed requests are recognised as belonging to an earlier round. */
export async function incrementRound(tx: Tx, id: number) {
  await tx.updateTable('docs').set({ round: sql`round + 1` }).where('id', '=', id).execute()
}

/** Resets the mark of a first reading. */
export async function setUnread(tx: Tx, id: number) {
  await tx.updateTable('docs').set({ first_read_at: null }).where('id', '=', id).execute()
}

/** True on the first reading. */
export async function setRead(tx: Tx, id: number): Promise<boolean> {
  return hasUpdated(
    tx
      .updateTable('docs')
      .set({ first_read_at: sql`now()` })
      .where('id', '=', id)
      .where('first_read_at', 'is', null),
  )
}

/** True if something changed. */
export async function setDeleted(tx: Tx, id: number, isDeleted: boolean): Promise<boolean> {
  return hasUpdated(
    tx
      .updateTable('docs')
      .set({ deleted_at: isDeleted ? sql`now()` : null, publish_at: null })
      .where('id', '=', id)
      .where('deleted_at', isDeleted ? 'is' : 'is not', null),
  )
}

export const RESTORABLE_DAYS = 30

/** Permanently deletes documents that were deleted more than `RESTORABLE_DAYS` ago, with all answers and rounds. */
export async function deleteOldDocs(tx: Tx): Promise<boolean> {
  return hasDeleted(
    tx
      .deleteFrom('docs')
      .where('deleted_at', '<', sql<Date>`now() - make_interval(days => ${RESTORABLE_DAYS})`),
  )
}

/**
 * Uploaded image of a document. Visible to anybody who may see a document that contains it; to administrators
 * always. Images of chats are excluded: they have their own path, for members only.
 */
export function getDocImage(db: Database, by: Caller, id: string) {
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
            .where(maySeeDocCondition(by))
            .select('docs.id'),
        ),
      ]),
    )
    .select(['type', 'bytes'])
    .executeTakeFirstOrThrow(notFound)
}
