import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { readCatalogue } from '#server/testing/catalogue.ts'
import { createEmptyDatabase, createMigratedDatabase } from '#server/testing/database.ts'
import { createDatabaseOfLastRelease } from '#server/testing/release-1.1.ts'
import { migrate, readMigrations } from './migrate.ts'
import { isReleased, lastReplacedMigration } from './releases.ts'

const names = (await readMigrations()).map(({ name }) => name)
const since = names.filter((name) => !isReleased(name))

async function opened(make: typeof createMigratedDatabase) {
  const database = await make()
  const client = new pg.Client(database.connection)
  await client.connect()
  after(async () => {
    await client.end()
    await database.drop()
  })
  return { client, connection: database.connection }
}
const applied = async ({ client }: { client: pg.Client }) =>
  (await client.query<{ name: string }>('select name from migrations order by name')).rows.map(
    (row) => row.name,
  )

const stepwise = await opened(createEmptyDatabase)
const whole = await opened(createMigratedDatabase)

test('a database of release 1.1 takes the steps since then alone, and is then as a new one', async () => {
  const released = await opened(createDatabaseOfLastRelease)
  const before = await applied(released)
  assert.deepEqual(await migrate(released.connection), since)
  assert.deepEqual(await applied(released), [...before, ...since])
  assert.deepEqual(await migrate(released.connection), [])
  assert.deepEqual(await readCatalogue(released.client), await readCatalogue(whole.client))
})

test('a database of a release before 1.1, or of a changed one, is refused and left alone', async () => {
  const old = await opened(createDatabaseOfLastRelease)
  const shape = await readCatalogue(old.client)
  await old.client.query(`update migrations set checksum = '' where name = $1`, [lastReplacedMigration.name])
  await assert.rejects(migrate(old.connection), new RegExp(`${lastReplacedMigration.name} was changed`))
  await old.client.query('delete from migrations where name = $1', [lastReplacedMigration.name])
  await old.client.query('alter table migrations drop column needs')
  await assert.rejects(
    migrate(old.connection),
    /^StartError: Die Datenbank ist von einer Fassung vor 1\.1\. Bitte zuerst auf 1\.1 aktualisieren/,
  )
  await old.client.query('alter table migrations add column needs text')
  assert.deepEqual(await readCatalogue(old.client), shape)
})

test('from each step a start brings the database to what a new one is', async () => {
  for (const [place, name] of names.entries())
    assert.deepEqual(await migrate(stepwise.connection, names.slice(0, place + 1)), [name])
  assert.deepEqual(await migrate(stepwise.connection), [])
  assert.deepEqual(await readCatalogue(stepwise.client), await readCatalogue(whole.client))
})

/** A migration of several statements: alters an existing table, then creates a function. */
const several = '0068_block_people.sql'

test('a migration that fails half way leaves the database as it was, and the next start brings it through', async () => {
  const half = await opened(createDatabaseOfLastRelease)
  // Makes the migration fail after its first statement.
  await half.client.query(
    'create function keep_blocked() returns trigger language plpgsql as $$ begin end $$',
  )
  const before = await readCatalogue(half.client)
  const taken = await applied(half)
  await assert.rejects(migrate(half.connection), new RegExp(`${several} failed; the database is as it was`))
  assert.deepEqual(await readCatalogue(half.client), before)
  assert.deepEqual(await applied(half), taken)
  await half.client.query('drop function keep_blocked')
  assert.deepEqual(await migrate(half.connection), since)
  assert.deepEqual(await readCatalogue(half.client), await readCatalogue(whole.client))
})

test('a migration whose server is killed half way leaves the database as it was, and lets the next one go ahead', async () => {
  const half = await opened(createDatabaseOfLastRelease)
  const before = await readCatalogue(half.client)
  // Holds a lock, so that the migration begins and then waits.
  await half.client.query('begin')
  await half.client.query('lock table users in access share mode')
  const killed = assert.rejects(migrate(half.connection))
  const other = new pg.Client(half.connection)
  await other.connect()
  for (let ended = 0; ended === 0; await sleep(20)) {
    const { rowCount } = await other.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'kontor schema' and wait_event_type = 'Lock'`)
    ended = rowCount ?? 0
  }
  await killed
  await other.end()
  await half.client.query('commit')
  assert.deepEqual(await readCatalogue(half.client), before)
  assert.deepEqual(await migrate(half.connection), since)
})

/** Data of the previous release: a person and their content. */
const stored = `
  insert into users (username) values ('Ärzte-Team');
  insert into docs (name, content) values ('Größe', '{"type": "process", "content": [{"type": "text", "text": "Maß"}]}');
  insert into happenings (planner_id, name, type, date, status) values ('f1', 'Fest', 'Messe', '2026-10-01', 'Aktiv');
  insert into background_results (id, kind, result, finished_at, failed)
    values ('r1', 'users.sync', 'Nicht erreichbar.', now(), true), ('r2', 'users.sync', 'Zwei sind neu.', now(), false);
  insert into chat_rooms (kind, id) values ('groups', 1);
  insert into chat_messages (kind, room_id, user_id, content) select 'groups', 1, id, 'Schlüssel' from users`

test('what people have stored comes through every step since the last release', async () => {
  const used = await opened(createDatabaseOfLastRelease)
  await used.client.query(stored)
  assert.deepEqual(await migrate(used.connection), since)
  const { rows } = await used.client.query(`
    select (select words::text from docs) as text, words_of(content)::text as said,
      array(select outcome from background_results order by id) as outcomes from chat_messages`)
  assert.deepEqual(rows, [{ text: "'mass':1", said: "'schlussel':1", outcomes: ['failed', null] }])
})

test('what the database works out by itself needs no path to our functions, as where its own dump is read back', async () => {
  await whole.client.query("set search_path = ''")
  const { rows } = await whole.client.query(`
    select public.search_text('Größe') as spelled, public.document_words('{"text": "Maß"}')::text as words`)
  await whole.client.query('reset search_path')
  assert.deepEqual(rows, [{ spelled: 'grosse', words: "'mass':1" }])
})
