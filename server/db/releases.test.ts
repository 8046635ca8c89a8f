import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { resetPassword } from '#server/operation/reset-password.ts'
import { findBreakingStatements } from '#server/testing/breaking-statements.ts'
import { createMigratedDatabase } from '#server/testing/database.ts'
import { version } from '#server/version.ts'
import { givenOut } from './given-out.test-data.ts'
import { migrate, readMigrations } from './migrate.ts'
import {
  compareVersions,
  contractVersion,
  isReleased,
  lastReplacedMigration,
  oldestCompatibleRelease,
  releases,
  toCurrentMigrationNames,
} from './releases.ts'
import { explainSchemaRefusal, readSchema } from './schema-state.ts'

const database = await createMigratedDatabase()
const client = new pg.Client(database.connection)
await client.connect()
after(async () => {
  await client.end()
  await database.drop()
})
const all = await readMigrations()
const newest = releases.at(-1)?.version ?? ''

test('migrations since the last release only add, or name the release that had stopped using what they take away', () => {
  const earlier = all.filter(({ name }) => isReleased(name)).map(({ sql }) => sql)
  for (const migration of all.filter(({ name }) => !isReleased(name))) {
    const contract = contractVersion(migration.sql)
    if (contract === undefined)
      assert.deepEqual(findBreakingStatements(migration.sql, earlier.join('\n')), [], migration.name)
    else assert.ok(compareVersions(contract, version) <= 0, `${migration.name} names a release to come`)
  }
  assert.ok(compareVersions(newest, version) <= 0)
  for (const { last } of releases)
    assert.ok(
      all.some(({ name }) => name === last),
      last,
    )
})

test('no step that has been given out is changed or taken back: what it made would be unknown to us, and its backups refused', () => {
  const here = Object.fromEntries(all.map(({ name, checksum }) => [name, checksum.slice(0, 16)]))
  assert.deepEqual(here, givenOut, 'a new step comes to the end of given-out.test-data.ts, and stays there')
})

test('the changelog begins with this release, and says truly whether old and new servers may run together', () => {
  const [head, section = ''] = readFileSync(join(import.meta.dirname, '../../CHANGELOG.md'), 'utf8')
    .split('\n## ')
    .slice(0, 2)
  assert.match(String(head), /^# Änderungen/)
  assert.equal(section.split('\n')[0], version)
  const before = releases.findLast((release) => compareVersions(release.version, version) < 0)
  const since = all.filter(({ name }) => name > (before?.last ?? ''))
  const mayRunTogether = since.every(
    (migration) => compareVersions(oldestCompatibleRelease(migration), before?.version ?? '') <= 0,
  )
  assert.match(section, new RegExp(`Rollierend aktualisieren:\\*\\* ${mayRunTogether ? 'ja' : 'nein'}`))
  // A release with migrations is more than a bug fix: its minor version must differ.
  const [ours, theirs] = [version, before?.version ?? ''].map((text) => text.split('.').slice(0, 2).join('.'))
  if (since.length > 0) assert.notEqual(ours, theirs)
})

test('the check sees what would trouble the release before', () => {
  const earlier = 'create unique index users_once on users (name);'
  for (const sql of [
    'drop table users',
    'alter table users drop column name',
    'alter table users drop column name, add column name text',
    'alter table users rename column name to title',
    'alter table users alter column name type integer using name::int',
    'alter table users alter name set not null',
    'alter table users add column age integer not null',
    'alter table users add column size integer default 1, add column age integer not null',
    "alter table users add constraint grown check (name <> '')",
    'alter table users drop constraint users_check; alter table users add check (true)',
    'create unique index users_again on users (title)',
    'drop index users_once',
    'drop function fold(text)',
    'alter function fold rename to folded',
    'delete from users where old',
    'truncate users',
  ])
    assert.ok(findBreakingStatements(`-- a comment\n${sql};`, earlier).length > 0, sql)
  for (const sql of [
    'create table rooms (id int not null unique); alter table rooms add check (id > 0); create unique index r on rooms (id)',
    'alter table users add column age integer, add column size integer not null default 1',
    "alter table users add column tag text not null generated always as (name || ', not null') stored",
    "alter table users drop column tag, add column tag text generated always as (name || ' ' || title) stored",
    'create index users_by_age on users (age)',
    'alter table users alter column name drop not null',
    'update users set age = 1',
    'create function f() returns void language sql as $$ drop table users; delete from users $$',
    "insert into rooms values ('drop table users; x')",
    'drop index users_by_name',
    'alter function f set plan_cache_mode = force_generic_plan',
    'alter index i alter column 1 set statistics 0',
  ])
    assert.deepEqual(findBreakingStatements(`${sql};`, earlier), [], sql)
})

test('a migration needs the release before its own, or the one that it names', () => {
  assert.equal(oldestCompatibleRelease({ name: releases[0].last, sql: 'select 1' }), releases[0].version)
  assert.equal(oldestCompatibleRelease({ name: '9999_x.sql', sql: 'select 1' }), newest)
  assert.equal(
    oldestCompatibleRelease({ name: '9999_x.sql', sql: '-- Why.\n-- contract: 7.1.0\ndrop table x' }),
    '7.1.0',
  )
  assert.ok(compareVersions('1.10.0', '1.9.3') > 0 && compareVersions('2.0.0', '2.0.0') === 0)
})

test('a program runs on the schema of the next release, when that says so, and on no other that it does not know', () => {
  const unknown = (needs: string | null) => ({ isTooOld: false, unknown: [{ name: '9999_x.sql', needs }] })
  assert.equal(explainSchemaRefusal(unknown('1.1.0'), '1.1.0'), undefined)
  assert.equal(explainSchemaRefusal(unknown('1.1.0'), '1.2.3'), undefined)
  assert.match(
    explainSchemaRefusal(unknown('1.2.0'), '1.1.0') ?? '',
    /\(9999_x\.sql\): Sie braucht mindestens 1\.2\.0, diese hier ist 1\.1\.0\./,
  )
  assert.match(
    explainSchemaRefusal(unknown(null), '1.1.0') ?? '',
    /^Die Datenbank ist weiter als diese Fassung/,
  )
})

test('each migration in a database says which release it needs', async () => {
  const { rows } = await client.query('select name, needs from migrations order by name')
  assert.deepEqual(
    rows,
    all.map((migration) => ({ name: migration.name, needs: oldestCompatibleRelease(migration) })),
  )
})

test('the 67 steps of release 1.1 count as the first one here, and without their last as none that is known', () => {
  const [one, other] = ['0001_search.sql', '0068_block_people.sql']
  assert.deepEqual(toCurrentMigrationNames([]), [])
  assert.deepEqual(toCurrentMigrationNames([one, lastReplacedMigration.name]), [releases[0].last])
  assert.deepEqual(toCurrentMigrationNames([one, lastReplacedMigration.name, other]), [
    releases[0].last,
    other,
  ])
  assert.deepEqual(toCurrentMigrationNames([releases[0].last, other]), [releases[0].last, other])
  assert.equal(toCurrentMigrationNames([one]), undefined)
  assert.equal(toCurrentMigrationNames([one, other]), undefined)
})

test('neither the start nor a command touches a database that it does not know, and commands bring none further', async (t) => {
  const { DATABASE_URL: before } = process.env
  process.env['DATABASE_URL'] = database.url
  t.after(() => {
    if (before === undefined) delete process.env['DATABASE_URL']
    else process.env['DATABASE_URL'] = before
  })
  await client.query(`insert into migrations (name, checksum, needs) values ('9999_x.sql', '', '99.0.0')`)
  await assert.rejects(
    migrate(database.connection),
    /^StartError: Die Datenbank ist weiter als diese Fassung/,
  )
  await assert.rejects(resetPassword(['anna']), /^StartError: Die Datenbank ist weiter als diese Fassung/)
  await client.query(`update migrations set needs = $1 where name = '9999_x.sql'`, [version])
  assert.deepEqual(await migrate(database.connection), [])
  await assert.rejects(resetPassword(['niemand']), /Den Benutzer „niemand“ gibt es nicht/)

  const last = all.at(-1)?.name
  await client.query('delete from migrations where name = any($1)', [['9999_x.sql', last]])
  await assert.rejects(resetPassword(['niemand']), /^StartError: Die Datenbank ist noch nicht so weit/)
  assert.deepEqual((await readSchema(client, all)).missing, [last])
})
