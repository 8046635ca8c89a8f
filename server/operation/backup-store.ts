import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'

const kinds = ['daily', 'by_hand'] as const
export type BackupKind = (typeof kinds)[number]

/** Only backups: release 1.1 also recorded archives of the embedded database in this table. */
const selectBackups = (db: Database) => db.selectFrom('backups').where('kind', 'in', kinds)

export async function insertBackup(
  db: Database,
  backup: { kind: BackupKind; node: string; file: string; sealed: boolean },
): Promise<number> {
  const { id } = await db.insertInto('backups').values(backup).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function setVerified(
  db: Database,
  id: number,
  file: { file: string; bytes: number; row_count: number | null },
) {
  await db
    .updateTable('backups')
    .set({ ...file, verified_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

export async function setFailed(db: Database, id: number, problem: string) {
  await db.updateTable('backups').set({ problem, failed_at: sql`now()` }).where('id', '=', id).execute()
}

/** Marks unfinished backups as failed. Only one runs at a time, so the server of an earlier one has died. */
export async function failAbandoned(db: Database) {
  await db
    .updateTable('backups')
    .set({ problem: 'Der Server wurde währenddessen beendet.', failed_at: sql`now()` })
    .where('verified_at', 'is', null)
    .where('failed_at', 'is', null)
    .execute()
}

export async function setRemoved(db: Database, files: string[]) {
  await db
    .updateTable('backups')
    .set({ removed_at: sql`now()` })
    .where('file', 'in', files)
    .where('removed_at', 'is', null)
    .execute()
}

/** Newest first, without files that are gone from the folder. */
export function listBackups(db: Database, most: number) {
  return selectBackups(db)
    .where('removed_at', 'is', null)
    .selectAll()
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
}

/** All files this database has written, and whether each was verified. */
export async function listFiles(db: Database): Promise<{ file: string; isProven: boolean }[]> {
  const rows = await selectBackups(db).select(['file', 'verified_at']).execute()
  return rows.map(({ file, verified_at }) => ({ file, isProven: verified_at !== null }))
}

/** The latest verified backup, and the latest failed one if that began later. */
export async function findLast(db: Database) {
  const last = (state: 'verified_at' | 'failed_at') =>
    selectBackups(db)
      .where(state, 'is not', null)
      .selectAll()
      .orderBy('started_at', 'desc')
      .limit(1)
      .executeTakeFirst()
  const [good, failed] = await Promise.all([last('verified_at'), last('failed_at')])
  return { good, failed: failed && (!good || failed.started_at > good.started_at) ? failed : undefined }
}

/** Rows of failed and deleted backups are kept for a year. */
export async function deleteOldBackupRows(db: Database) {
  await sql`delete from backups where started_at < now() - interval '1 year'
    and (removed_at is not null or failed_at is not null)`.execute(db)
}

/** The role of this connection. A verification may need a second database, which the role has to create. */
export async function findOwnRole(db: Database): Promise<{ name: string; mayCreateDatabase: boolean }> {
  const { rows } = await sql<{ name: string; mayCreateDatabase: boolean }>`
    select rolname as name, rolcreatedb or rolsuper as "mayCreateDatabase" from pg_roles where rolname = current_user`.execute(
    db,
  )
  return rows[0] as { name: string; mayCreateDatabase: boolean }
}
