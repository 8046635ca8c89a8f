// A database of its own for each test file, copied from one that has every migration.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { migrate } from '#server/db/migrate.ts'
import { clusterUrl } from './cluster.ts'

type TestDatabase = {
  url: string
  connection: { connectionString: string }
  drop(): Promise<void>
}

const TEMPLATE = 'kontor_template'
const LOCK = 7_210_312

export function freshDatabase(): Promise<TestDatabase> {
  return create(async (cluster, client, name) => {
    await ensureTemplate(cluster, client)
    await client.query(`create database ${name} template ${TEMPLATE} strategy file_copy`)
  })
}

/** Without any migration. */
export const emptyDatabase = (): Promise<TestDatabase> =>
  create(async (_cluster, client, name) => void (await client.query(`create database ${name}`)))

type Make = (cluster: string, client: pg.Client, name: string) => Promise<void>

async function create(make: Make): Promise<TestDatabase> {
  const cluster = await clusterUrl()
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await asOwner(cluster, (client) => make(cluster, client, name))
  const url = named(cluster, name)
  return {
    url,
    connection: { connectionString: url },
    drop: () =>
      asOwner(cluster, async (client) => void (await client.query(`drop database ${name} with (force)`))),
  }
}

/** Made by whichever test file comes first; the others wait for it. */
async function ensureTemplate(cluster: string, client: pg.Client): Promise<void> {
  const exists = async () =>
    (await client.query('select from pg_database where datname = $1', [TEMPLATE])).rowCount === 1
  if (await exists()) return
  await client.query('select pg_advisory_lock($1)', [LOCK])
  if (await exists()) return
  const half = `${TEMPLATE}_half`
  await client.query(`drop database if exists ${half} with (force)`)
  await client.query(`create database ${half}`)
  await migrate({ connectionString: named(cluster, half) })
  await client.query(`alter database ${half} rename to ${TEMPLATE}`)
}

async function asOwner(cluster: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: cluster })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end() // lets the lock go too
  }
}

function named(cluster: string, database: string): string {
  const url = new URL(cluster)
  url.pathname = `/${database}`
  return url.href
}
