import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { emptyDatabase, freshDatabase } from '#server/testing/database.ts'
import { migrate, migrations } from './migrate.ts'
import { isReleased } from './releases.ts'

const all = await migrations()
const names = all.map(({ name }) => name)

async function opened(make: typeof freshDatabase) {
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

/** Everything that a migration could leave: tables, columns, indexes, constraints, functions, triggers. */
async function shapeOf({ client }: { client: pg.Client }): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(`
    select format('%s.%s %s %s %s', table_name, column_name, data_type, is_nullable, coalesce(column_default, generation_expression)) as line
      from information_schema.columns where table_schema = 'public'
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
      where connamespace = 'public'::regnamespace
    union all select proname || ' ' || prosrc from pg_proc where pronamespace = 'public'::regnamespace
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal`)
  return rows.map(({ line }) => line).sort()
}

const stepwise = await opened(emptyDatabase)
const whole = await opened(freshDatabase)

test('from each earlier version a start brings the database to what a new one is', async () => {
  for (const [place, name] of names.entries())
    assert.deepEqual(await migrate(stepwise.connection, names.slice(0, place + 1)), [name])
  assert.deepEqual(await migrate(stepwise.connection), [])
  assert.deepEqual(await shapeOf(stepwise), await shapeOf(whole))
})

/** A table that one migration makes in the middle of others. */
const [table, several] = ['audit_objects', '0021_audit.sql']

test('a migration that fails half way leaves the database as it was, and the next start brings it through', async () => {
  const half = await opened(emptyDatabase)
  const earlier = names.filter((name) => name < several)
  await migrate(half.connection, earlier)
  const before = await shapeOf(half)
  // In the way of what comes last in it.
  await half.client.query('create function keep_audit() returns trigger language plpgsql as $$ begin end $$')
  await assert.rejects(migrate(half.connection), new RegExp(`${several} failed; the database is as it was`))
  await half.client.query('drop function keep_audit')
  assert.deepEqual(await shapeOf(half), before)
  assert.ok(!before.some((line) => line.startsWith(table)))
  assert.deepEqual(await applied(half), earlier)
  assert.deepEqual(await migrate(half.connection), names.slice(earlier.length))
  assert.deepEqual(await shapeOf(half), await shapeOf(whole))
})

test('a migration whose server is killed half way leaves the database as it was, and lets the next one go ahead', async () => {
  const half = await opened(emptyDatabase)
  const earlier = names.filter((name) => name < several)
  await migrate(half.connection, earlier)
  const before = await shapeOf(half)
  // It has begun, and waits for what somebody else holds.
  await half.client.query('begin')
  await half.client.query('lock table audit in access share mode')
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
  assert.deepEqual(await shapeOf(half), before)
  assert.deepEqual(await migrate(half.connection), names.slice(earlier.length))
})

/** As the last release left it: a person, and what they wrote. */
const stored = `
  insert into users (username) values ('Ärzte-Team');
  insert into docs (name, content) values ('Größe', '{"type": "process", "content": [{"type": "text", "text": "Maß"}]}');
  insert into happenings (planner_id, name, type, date, status) values ('f1', 'Fest', 'Messe', '2026-10-01', 'Aktiv');
  insert into chat_rooms (kind, id) values ('groups', 1);
  insert into chat_messages (kind, room_id, user_id, content) select 'groups', 1, id, 'Schlüssel' from users`

test('what people have stored comes through every step since the last release', async () => {
  const used = await opened(emptyDatabase)
  const released = names.filter(isReleased)
  await migrate(used.connection, released)
  await used.client.query(stored)
  assert.deepEqual(await migrate(used.connection), names.slice(released.length))
  const { rows } = await used.client.query(`
    select (select words::text from docs) as text, words_of(content)::text as said from chat_messages`)
  assert.deepEqual(rows, [{ text: "'mass':1", said: "'schlussel':1" }])
})

test('the database keeps up every table by itself: figures and indexes are made anew', async () => {
  const { rows } = await whole.client.query<{ name: string }>(
    "select quote_ident(tablename) as name from pg_tables where schemaname = 'public' order by 1",
  )
  await whole.client.query(stored)
  for (const { name } of rows) {
    await whole.client.query(`vacuum analyze ${name}`)
    await whole.client.query(`reindex table ${name}`)
  }
  assert.ok(rows.some(({ name }) => name === 'chat_messages'))
})

test('what the database works out by itself needs no path to our functions, as where its own dump is read back', async () => {
  await whole.client.query("set search_path = ''")
  const { rows } = await whole.client.query(`
    select public.search_text('Größe') as spelled, public.document_words('{"text": "Maß"}')::text as words`)
  await whole.client.query('reset search_path')
  assert.deepEqual(rows, [{ spelled: 'grosse', words: "'mass':1" }])
})
