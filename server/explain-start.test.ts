import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MigrationError } from './db/migration-error.ts'
import { explainDatabase } from './explain-start.ts'
import { StartError } from './start-error.ts'

const failed = (code: string | undefined, message: string, cause?: unknown) =>
  Object.assign(new Error(message, { cause }), { code })
const external = { databaseUrl: 'postgresql://kontor:geheim@db.example/kontor', dataDir: '/d' }
const own = { databaseUrl: undefined, dataDir: '/d' }

const cases: [string, typeof external | typeof own, Error, RegExp][] = [
  ['a wrong password', external, failed('28P01', 'password authentication failed'), /weist den Namen/],
  [
    'a machine that is not let in',
    external,
    failed('28000', 'no pg_hba.conf entry for host "10.0.0.9", user "kontor"'),
    /lässt diesen Rechner oder Benutzer nicht zu/,
  ],
  ['no such database', external, failed('3D000', 'database "kontor" does not exist'), /gibt es auf diesem/],
  ['too many connections', external, failed('53300', 'sorry, too many clients'), /max_connections/],
  ['a full disk', external, failed('53100', 'could not extend file'), /keinen Platz mehr/],
  ['a standby', external, failed('25006', 'cannot execute CREATE'), /lässt sich nur lesen/],
  ['an unknown machine', external, failed('ENOTFOUND', 'getaddrinfo'), /diesen Rechner gibt es nicht/],
  [
    'nobody there',
    external,
    failed('ECONNREFUSED', 'connect ECONNREFUSED 10.0.0.1:5432'),
    /dort läuft kein PostgreSQL/,
  ],
  [
    'a migration without the right to it',
    external,
    new MigrationError('0068_block_people.sql', 'failed', {
      cause: failed('42501', 'must be owner of table users'),
    }),
    /verweigert die nötigen Rechte \(must be owner of table users\)/,
  ],
  [
    'a migration that does not fit',
    external,
    new MigrationError('0068_block_people.sql', 'failed', {
      cause: failed('42704', 'collation does not exist'),
    }),
    /nimmt den Schritt „0068_block_people\.sql“ des Schemas nicht an \(collation does not exist\)\. Sie ist, wie sie war/,
  ],
  [
    'a migration that somebody has changed',
    external,
    new MigrationError('0069_unproven_passwords.sql', 'changed'),
    /„0069_unproven_passwords\.sql“ .*anders aus/,
  ],
  [
    'a folder of the embedded database that is gone',
    own,
    failed('3D000', 'database "kontor" does not exist'),
    /startet nicht \(„database "kontor" does not exist“\).*restore/,
  ],
]
for (const [what, where, error, sentence] of cases) {
  test(`${what}: a sentence without a password`, () => {
    const explained = explainDatabase(error, where)
    assert.ok(explained instanceof StartError)
    assert.match(explained.message, sentence)
    assert.doesNotMatch(explained.message, /geheim/)
  })
}

test('what is no matter of the database stays what it is', () => {
  const bug = new TypeError('x is undefined')
  assert.equal(explainDatabase(bug, own), bug)
})
