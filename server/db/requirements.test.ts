import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import pg from 'pg'
import { readConfig } from '#server/config.ts'
import { requireFitDatabase } from '#server/explain-start.ts'
import { withClient } from '#server/operation/database.ts'
import { StartError } from '#server/start-error.ts'
import { getClusterUrl } from '#server/testing/cluster.ts'
import { createMigratedDatabase } from '#server/testing/database.ts'
import { checkRequirements, type DatabaseFacts, readDatabaseFacts } from './requirements.ts'

const whole: DatabaseFacts = {
  version: '17.2 (Debian 17.2-1)',
  versionNumber: 170_002,
  encoding: 'UTF8',
  account: 'kontor',
  database: 'kontor',
  schema: 'public',
  hasGermanOrder: true,
  trigrams: 'available',
  mayExtend: true,
  mayCreate: true,
  locked: [],
  hasTables: false,
}
const missing = (facts: Partial<DatabaseFacts>) =>
  checkRequirements({ ...whole, ...facts })
    .filter(({ isOk }) => !isOk)
    .map(({ text }) => text)

test('a database that has all of it is well', () => {
  assert.deepEqual(missing({}), [])
})

const lacks: [string, Partial<DatabaseFacts>, RegExp][] = [
  ['a PostgreSQL before 15', { version: '14.9', versionNumber: 140_009 }, /14\.9 ist zu alt.*15 oder neuer/],
  ['SQL_ASCII', { encoding: 'SQL_ASCII' }, /Zeichensatz SQL_ASCII.*create database .* encoding 'UTF8'/],
  ['LATIN1', { encoding: 'LATIN1' }, /Zeichensatz LATIN1/],
  ['no ICU', { hasGermanOrder: false }, /de-x-icu/],
  ['no pg_trgm on the server', { trigrams: 'missing' }, /fehlt die Erweiterung pg_trgm.*apt-get install/],
  ['no right to set it up', { mayExtend: false }, /darf die Erweiterung pg_trgm nicht.*grant create on data/],
  ['no right to make tables', { mayCreate: false }, /keine Tabellen anlegen.*alter database kontor owner/],
  ['no schema', { schema: null, mayCreate: false }, /kein Schema eingestellt/],
  [
    'tables of somebody else',
    { locked: ['a', 'b', 'c', 'd'].map((table) => ({ table, owner: 'chef' })) },
    /„a“, „b“, „c“ und 1 weitere Tabellen nicht lesen.*„chef“.*reassign owned by chef to kontor/,
  ],
]
for (const [what, facts, sentence] of lacks) {
  test(`${what}: one sentence says so and what to do`, () => {
    const [says, ...more] = missing(facts)
    assert.match(says ?? '', sentence)
    assert.deepEqual(more, [])
  })
}

test('who may not make tables can serve those that are there', () => {
  assert.deepEqual(missing({ mayCreate: false, hasTables: true }), [])
  assert.deepEqual(missing({ trigrams: 'installed', mayExtend: false }), [])
})

const cluster = new pg.Client(await getClusterUrl())
await cluster.connect()
const made: string[] = []
const stranger = `fremd_${randomUUID().slice(0, 8)}`
await cluster.query(`create role ${stranger} login`)
after(async () => {
  for (const name of made) await cluster.query(`drop database ${name} with (force)`)
  await cluster.query(`drop role ${stranger}`)
  await cluster.end()
})

async function refusalOf(url: string): Promise<string> {
  const config = readConfig({ DATABASE_URL: url })
  const opened = { config, connection: { connectionString: url } }
  const error: unknown = await withClient(opened, (client) => requireFitDatabase(client, config)).then(
    () => undefined,
    (refused: unknown) => refused,
  )
  assert.ok(error instanceof StartError)
  return error.message
}

test('the start refuses a real database of another encoding, and a real account without rights', async () => {
  const name = `ascii_${randomUUID().slice(0, 8)}`
  await cluster.query(`create database ${name} encoding 'SQL_ASCII' locale 'C' template template0`)
  made.push(name)
  const url = new URL(await getClusterUrl())
  url.pathname = `/${name}`
  url.username = stranger
  const says = await refusalOf(url.href)
  assert.match(says, /Zeichensatz SQL_ASCII/)
  assert.match(says, /darf die Erweiterung pg_trgm nicht einrichten/)
  assert.match(says, /keine Tabellen anlegen/)
})

test('the start refuses tables that are not its own, and takes a database that is as it should be', async () => {
  const database = await createMigratedDatabase()
  try {
    const url = new URL(database.url)
    const facts = await withClient(
      { config: readConfig({ DATABASE_URL: url.href }), connection: database.connection },
      readDatabaseFacts,
    )
    assert.deepEqual(
      checkRequirements(facts).filter(({ isOk }) => !isOk),
      [],
    )
    url.username = stranger
    assert.match(await refusalOf(url.href), /„audit“.* nicht lesen und ändern; der Besitzer ist „kontor“/)
  } finally {
    await database.drop()
  }
})
