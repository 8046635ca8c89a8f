import pg from 'pg'
import { readMigrations } from '#server/db/migrate.ts'
import { StartError } from '#server/start-error.ts'
import { tablesOfMigrations } from './known-tables.ts'

/** Refuses a database with users or foreign tables. Tables without users, left by an aborted restore, are dropped. */
export async function requireEmptyDatabase(client: pg.Client) {
  const { rows } = await client.query<{ schema: string | null; read_only: boolean; may_create: boolean }>(
    `select current_schema() as schema, current_setting('transaction_read_only') = 'on' as read_only,
       has_schema_privilege(current_schema(), 'create') as may_create`,
  )
  const [found] = rows
  if (found?.read_only)
    throw new StartError(
      'Die Datenbank lässt sich nur lesen (eine Kopie, die einer anderen folgt?). Bitte nennen Sie die, in die geschrieben wird.',
    )
  if (!found?.schema)
    throw new StartError(
      'In der Datenbank gibt es kein Schema für die Tabellen. Bitte prüfen Sie den Suchpfad (search_path) der Rolle.',
    )
  if (!found.may_create)
    throw new StartError(
      `Die Rolle aus DATABASE_URL darf im Schema „${found.schema}“ keine Tabellen anlegen. Bitte machen Sie sie zur Besitzerin der Datenbank.`,
    )
  await client.query('begin')
  const tables = await listTables(client)
  if (tables.includes('users') && (await client.query('select from users limit 1')).rowCount !== 0)
    throw new StartError(
      'Die Datenbank ist nicht leer. Wiederhergestellt wird nur in eine leere: Bitte mit DATA_DIR oder DATABASE_URL eine andere nennen.',
    )
  const ours = await tablesOfMigrations((await readMigrations()).map(({ name }) => name))
  const foreign = tables.filter((table) => !ours.includes(table))
  if (foreign.length > 0)
    throw new StartError(
      `In der Datenbank liegt schon etwas, das nicht von dieser Fassung von Kontor ist (${foreign
        .slice(0, 5)
        .map((name) => `„${name}“`)
        .join(', ')}). Bitte nennen Sie eine leere.`,
    )
  if (tables.length > 0) await dropAll(client, tables)
  await client.query('commit')
}

async function listTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'f', 'v', 'm') and ${notFromExtension('pg_class')}`,
  )
  return rows.map(({ name }) => name)
}

/**
 * Drops the tables, and functions, which the migrations create again. Extensions stay, since they may belong to
 * somebody else.
 */
async function dropAll(client: pg.Client, tables: string[]) {
  for (const table of tables) await client.query(`drop table ${pg.escapeIdentifier(table)} cascade`)
  const { rows } = await client.query<{ signature: string }>(
    `select oid::regprocedure::text as signature from pg_proc
     where pronamespace = current_schema()::regnamespace and ${notFromExtension('pg_proc')}`,
  )
  for (const { signature } of rows) await client.query(`drop function if exists ${signature} cascade`)
}

const notFromExtension = (catalog: string) =>
  `not exists (select from pg_depend where classid = '${catalog}'::regclass and objid = ${catalog}.oid and deptype = 'e')`
