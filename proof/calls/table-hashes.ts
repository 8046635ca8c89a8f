// Hashes of all tables, independent of the order of rows. Equal hashes before and after mean that nothing was
// written.
import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'

export type TableHashes = Record<string, string>

/** Leaves out the audit rows of refusals: every refusal writes one, and must write nothing else. */
const notRefused = sql`t.kind <> 'refused'`

export async function hashTables(db: Database): Promise<TableHashes> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind = 'r' and relname not in ('node_minutes') and relnamespace = 'public'::regnamespace order by relname`.execute(
    db,
  )
  const hashes = tables.map(
    ({ name }) => sql`select ${name}::text as name,
      coalesce(sum(hashtextextended(t::text, 0)), 0)::text as hash from ${sql.ref(name)} as t
      where ${name === 'audit' ? notRefused : sql`true`}`,
  )
  const { rows } = await sql<{ name: string; hash: string }>`${sql.join(hashes, sql` union all `)}`.execute(
    db,
  )
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]))
}
