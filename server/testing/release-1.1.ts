// A database as release 1.1 leaves it: with its schema, with the objects that this release drops, and with its
// names of migrations.
import pg from 'pg'
import { migrate } from '#server/db/migrate.ts'
import { lastReplacedMigration, releases } from '#server/db/releases.ts'
import { createEmptyDatabase } from './database.ts'

/** Recreates what 0070_unused_since_1.1.sql drops, just enough to be dropped by name. */
const RECREATE_UNUSED_SQL = `
  create table deaf_nodes (node text primary key, seen_at timestamptz not null default now());
  alter table nodes add column by_broker boolean not null default false;
  alter table users add column search text not null generated always as (search_text(username)) stored;
  create index users_by_search on users using gin (search gin_trgm_ops);
  alter table time_entries add column personalnummer_order numeric generated always as (1) stored;
  create function admit_login(given_name text) returns void language sql return null;
  create function say_messages(kinds text[]) returns void language sql return null;
  create function say_and_tell(kinds text[]) returns void language sql return null;
  create function say_and_leave_unread(kinds text[]) returns void language sql return null;
  create function read_and_tell(reader integer) returns void language sql return null;
  create function must_notify(node integer) returns boolean language sql return true;`

export async function createDatabaseOfLastRelease() {
  const database = await createEmptyDatabase()
  await migrate(database.connection, [releases[0].last])
  const client = new pg.Client(database.connection)
  await client.connect()
  await client.query(RECREATE_UNUSED_SQL)
  await client.query('delete from migrations')
  await client.query(
    `insert into migrations (name, checksum, needs) values ('0001_search.sql', '22', '1.0.0'), ($1, $2, '1.0.0')`,
    [lastReplacedMigration.name, lastReplacedMigration.checksum],
  )
  await client.end()
  return database
}
