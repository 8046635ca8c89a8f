// A database of its own for each test file, copied from a template.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { today } from '#demo/happenings.ts'
import { seed } from '#demo/seed.ts'
import { readConfig } from '#server/config.ts'
import { connect } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { News } from '#server/live/news.ts'
import { getClusterUrl } from './cluster.ts'

type TestDatabase = {
  url: string
  connection: { connectionString: string }
  drop(): Promise<void>
}

const MIGRATED_TEMPLATE = 'kontor_template'
const TEMPLATE_LOCK_KEY = 7_210_312

/** With all migrations, without the people of the demo. */
export const createMigratedDatabase = (): Promise<TestDatabase> => createDatabase(copyMigrated)

/** Contains the demo's people. */
export const createSeededDatabase = (): Promise<TestDatabase> =>
  createDatabase(async (cluster, client, name) => {
    // The demo has a happening of today, so there is one template per day.
    const template = `kontor_seeded_${today().replaceAll('-', '')}`
    await ensureTemplate(client, template, async (half) => {
      await copyMigrated(cluster, client, half)
      const connection = { connectionString: databaseUrl(cluster, half) }
      const db = connect(connection, { connections: 1 })
      await seed({ config: readConfig({}), db, news: new News(connection) })
      await db.destroy()
    })
    await copyTemplate(client, template, name)
  })

/** Without any migration. */
export const createEmptyDatabase = (): Promise<TestDatabase> =>
  createDatabase(async (_cluster, client, name) => void (await client.query(`create database ${name}`)))

type DatabaseCreator = (cluster: string, client: pg.Client, name: string) => Promise<void>

async function createDatabase(make: DatabaseCreator): Promise<TestDatabase> {
  const cluster = await getClusterUrl()
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await withOwnerClient(cluster, (client) => make(cluster, client, name))
  const url = databaseUrl(cluster, name)
  return {
    url,
    connection: { connectionString: url },
    drop: () =>
      withOwnerClient(
        cluster,
        async (client) => void (await client.query(`drop database ${name} with (force)`)),
      ),
  }
}

async function copyMigrated(cluster: string, client: pg.Client, name: string): Promise<void> {
  await ensureTemplate(client, MIGRATED_TEMPLATE, async (half) => {
    await client.query(`create database ${half}`)
    await migrate({ connectionString: databaseUrl(cluster, half) })
  })
  await copyTemplate(client, MIGRATED_TEMPLATE, name)
}

const copyTemplate = (client: pg.Client, template: string, name: string) =>
  client.query(`create database ${name} template ${template} strategy file_copy`)

/** The first test file creates the template; others wait for it. */
async function ensureTemplate(
  client: pg.Client,
  name: string,
  make: (half: string) => Promise<void>,
): Promise<void> {
  const exists = async () =>
    (await client.query('select from pg_database where datname = $1', [name])).rowCount === 1
  if (await exists()) return
  await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK_KEY])
  if (await exists()) return
  const half = `${name}_half`
  await client.query(`drop database if exists ${half} with (force)`)
  await make(half)
  await client.query(`alter database ${half} rename to ${name}`)
}

async function withOwnerClient(cluster: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: cluster })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end() // also releases the advisory lock
  }
}

function databaseUrl(cluster: string, database: string): string {
  const url = new URL(cluster)
  url.pathname = `/${database}`
  return url.href
}
