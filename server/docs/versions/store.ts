import { sql } from 'kysely'
import type { Database, Tx } from '#server/db/connect.ts'
import { spokenNameColumn } from '#server/db/people.ts'
import { notFound } from '#server/http/errors.ts'
import { countRows, fetchPage } from '#server/lists/list-store.ts'

/**
 * Limits of stored versions. Without a name only these are kept: the `newest` ones, before them the last one of
 * each of the past `days`, and altogether no more than `bytes`. `named`: maximum of named versions.
 */
export const versionLimits = { newest: 50, days: 90, bytes: 20 * 1024 * 1024, named: 50 }

type VersionSource = { saved_by: number; restores?: Date | null }

/**
 * Stores the current content as a version unless it equals the latest one. Without `saved` its author is
 * unknown: the content predates versions, or was saved by a release without them.
 */
export async function storeCurrentVersion(tx: Tx, docId: number, saved?: VersionSource) {
  await sql`
    insert into doc_versions (doc_id, version, saved_at, saved_by, is_found, restores, content, fields, images, bytes)
    select id, version, last_update, ${saved?.saved_by ?? null}, ${saved === undefined}, ${saved?.restores ?? null},
      content, fields, images, octet_length(content::text)
    from docs where id = ${docId} and content::text is distinct from (
      select content::text from doc_versions where doc_id = ${docId} order by version desc limit 1)
    on conflict do nothing`.execute(tx)
}

/** Updates the current names of fields in all versions after a renaming. */
export async function setCurrentNames(tx: Tx, docId: number, renames: Record<string, string>) {
  const moving = JSON.stringify(renames)
  await sql`
    update doc_versions set names = coalesce((
      select jsonb_object_agg(name, coalesce(${moving}::jsonb->>today, today))
      from (select field->>'name' as name, coalesce(names->>(field->>'name'), field->>'name') as today
        from jsonb_array_elements(fields) field) as named
      where coalesce(${moving}::jsonb->>today, today) <> name), '{}')
    where doc_id = ${docId}`.execute(tx)
}

/**
 * Deletes unnamed versions beyond `versionLimits`. Days are calendar days in the company's time zone. The newest
 * unnamed version is kept whatever its size.
 */
export async function deleteExcessVersions(tx: Tx, docId: number, timeZone: string) {
  await sql`
    delete from doc_versions where doc_id = ${docId} and version in (
      select version from (
        select version, saved_at, row_number() over newest as nth, sum(bytes) over newest as bytes,
          row_number() over (partition by (saved_at at time zone ${timeZone})::date order by version desc) as nth_of_day
        from doc_versions where doc_id = ${docId} and name is null
        window newest as (order by version desc)) unnamed
      where nth > 1 and (bytes > ${versionLimits.bytes} or (nth > ${versionLimits.newest}
        and (nth_of_day > 1 or saved_at < now() - make_interval(days => ${versionLimits.days})))))`.execute(
    tx,
  )
}

const isCurrentColumn = sql<boolean>`(case when doc_versions.version = (select max(newest.version) from doc_versions newest
    where newest.doc_id = docs.id) then doc_versions.content::text = docs.content::text else false end)`

/** True if restoring would change nothing: the content is equal, and no field was renamed since. */
const isSameColumn = sql<boolean>`doc_versions.content::text = docs.content::text and doc_versions.names = '{}'`

const selectVersions = (db: Database, docId: number) =>
  db
    .selectFrom('doc_versions')
    .innerJoin('docs', 'docs.id', 'doc_versions.doc_id')
    .leftJoin('users', 'users.id', 'doc_versions.saved_by')
    .where('doc_id', '=', docId)
    .select([
      'doc_versions.version',
      'saved_at',
      'doc_versions.name',
      'restores',
      // The author of a content that predates versions is unknown.
      sql<string | null>`case when not is_found then ${spokenNameColumn('users')} end`.as(
        'saved_by_display_name',
      ),
      isCurrentColumn.as('is_present'),
    ])

export const listVersions = (db: Database, docId: number, query: Parameters<typeof fetchPage>[1]) =>
  fetchPage(selectVersions(db, docId), query, {
    order: { version: sql`doc_versions.version` },
    id: 'doc_versions.version',
    first: '-version',
  })

export const getVersion = (db: Database, docId: number, version: number) =>
  selectVersions(db, docId)
    .where('doc_versions.version', '=', version)
    .select(['doc_versions.content', 'names', isSameColumn.as('is_same')])
    .executeTakeFirstOrThrow(notFound)

/** Fields of each version, newest first, with their current names. */
export const listFields = (db: Database, docId: number) =>
  db
    .selectFrom('doc_versions')
    .where('doc_id', '=', docId)
    .select(['fields', 'names'])
    .orderBy('version', 'desc')
    .execute()

export const countNamed = (tx: Tx, docId: number) =>
  countRows(tx.selectFrom('doc_versions').where('doc_id', '=', docId).where('name', 'is not', null))

export async function setVersionName(tx: Tx, docId: number, version: number, name: string | null) {
  await tx
    .updateTable('doc_versions')
    .set({ name })
    .where('doc_id', '=', docId)
    .where('version', '=', version)
    .execute()
}
