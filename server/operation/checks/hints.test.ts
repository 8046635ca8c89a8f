import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '#server/config.ts'
import { embeddedPostgres, hintsFor } from './hints.ts'

const database = { DATABASE_URL: 'postgresql://kontor@db.example/kontor' }
const hints = (env: Record<string, string>, today = '2026-11-28') =>
  hintsFor(readConfig(env), new Date(today))
const planner = (PLANNER_URL: string) => ({ ...database, PLANNER_URL, PLANNER_TOKEN: 'x' })

test('a planner on another machine by http is warned about, here or by https it is not', () => {
  for (const url of ['http://planer.example', 'http://10.0.0.7:8000/api', 'http://127.0.0.1.example'])
    assert.match(hints(planner(url)).join(), /unverschlüsselt/, url)
  for (const url of [
    'https://planer.example',
    'http://localhost:9000',
    'http://127.0.0.1',
    'http://[::1]:9000',
  ])
    assert.deepEqual(hints(planner(url)), [], url)
  assert.deepEqual(hints({ ...database, PLANNER_DIR: '/srv/planer' }), [])
})

test('the database that comes along is named with its old libraries, one of your own is not', () => {
  const said = hints({}).join()
  assert.match(said, /alte Bibliotheken mit \(openssl 1\..*DATABASE_URL/)
  assert.deepEqual(hints(database), [])
})

test('the database that comes along is named with its age, once PostgreSQL has given out another release', () => {
  const [year, month, day] = embeddedPostgres.of.split('-')
  const after = (days: number) => new Date(Date.parse(embeddedPostgres.of) + days * 86_400_000).toISOString()
  assert.ok(
    hints({}, after(198))
      .join()
      .includes(`PostgreSQL ${embeddedPostgres.version} ist vom ${day}.${month}.${year}, seit 198 Tagen`),
  )
  assert.doesNotMatch(hints({}, after(18)).join(), /seit \d+ Tagen/)
})
