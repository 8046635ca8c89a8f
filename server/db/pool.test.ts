// The whole server with a database behind a faulty network. `npm run proof -- database` measures how long each
// recovery takes.
import assert from 'node:assert/strict'
import { after, afterEach, test } from 'node:test'
import pg from 'pg'
import { cast } from '#demo/cast.ts'
import { StartError } from '#server/start-error.ts'
import { startNode, testApp } from '#server/testing/app.ts'
import { startFaultyNetwork, targetOf, urlThroughNetwork } from '#server/testing/faulty-network.ts'
import { until } from '#server/testing/until.ts'
import { awaitDatabase, refuseTransactionPooling } from './await-database.ts'
import { migrate } from './migrate.ts'
import { endConnection, openConnection } from './open.ts'

const world = await testApp()
const { url } = world.database
const network = await startFaultyNetwork(targetOf(url))
const connection = { connectionString: urlThroughNetwork(url, network) }
const node = await startNode(connection)
after(async () => {
  await network.recover()
  await node.stop()
  await world[Symbol.asyncDispose]()
  await network.close()
})
const clara = (await world.as(cast.clara)).cookie

const ask = async (method: 'GET' | 'PUT', url: string) => {
  const { statusCode, body } = await node.app.inject({ method, url, headers: { cookie: clara as string } })
  return { status: statusCode, details: (JSON.parse(body) as { details?: string }).details }
}
let groups = 0
const change = () => ask('PUT', `/groups/custom/Gruppe%20${++groups}/`)
const isWell = async () =>
  node.kontor.news.isListening &&
  (await ask('GET', '/health/ready')).status === 200 &&
  (await change()).status === 200
afterEach(async () => {
  await network.recover()
  await until(isWell)
})

const AWAY = 'Die Datenbank antwortet gerade nicht. Bitte versuchen Sie es gleich noch einmal.'
const ONLY_READ =
  'In die Datenbank lässt sich gerade nichts schreiben. Bitte versuchen Sie es gleich noch einmal.'
const crowd = () => Promise.all(Array.from({ length: 20 }, change))

test('connections that fall silent are replaced, while those who wait on them are refused', async () => {
  await crowd()
  network.blackHole()
  const refused = (await crowd()).filter(({ status }) => status !== 200)
  assert.notEqual(refused.length, 0)
  for (const one of refused) assert.deepEqual(one, { status: 503, details: AWAY })
  // The network still drops the old connections, but new ones work.
  await until(isWell)
})

test('a database that refuses connections is used again as soon as it takes them', async () => {
  await network.refuse()
  for (const one of await crowd()) assert.deepEqual(one, { status: 503, details: AWAY })
})

test('a database that only reads says so, and the node is not ready', async () => {
  const name = `"${new URL(url).pathname.slice(1)}"`
  const admin = new pg.Client(world.database.connection)
  await admin.connect()
  await admin.query(`alter database ${name} set default_transaction_read_only = on`)
  network.cut()
  await until(async () => (await ask('GET', '/health/ready')).details === ONLY_READ)
  assert.deepEqual(await change(), { status: 503, details: ONLY_READ })
  assert.equal((await ask('GET', '/health/ready')).details, ONLY_READ)
  await admin.query('set transaction_read_only = off; set default_transaction_read_only = off')
  await admin.query(`alter database ${name} reset default_transaction_read_only`)
  await admin.end()
  // Old connections stay read-only. While a balancer sends no requests, no write reveals that, so the readiness check
  // has to.
  await until(async () => (await ask('GET', '/health/ready')).status === 200)
})

test('of several hosts the one that can be written to is taken, also after they changed', async () => {
  const [first, second] = [await startFaultyNetwork(targetOf(url)), await startFaultyNetwork(targetOf(url))]
  const both = { connectionString: urlThroughNetwork(url, first, second) }
  const open = async () => {
    const client = await openConnection(both, { name: 'kontor test' })
    await endConnection(client)
    return client.port
  }
  await first.refuse()
  assert.equal(await open(), second.port)
  await first.recover()
  await second.refuse()
  await assert.rejects(open())
  assert.equal(await open(), first.port)
  await first.close()
  await second.close()
})

test('the start waits for a database that is not there yet, and says why', async () => {
  await network.refuse()
  const reasons: string[] = []
  const waited = awaitDatabase(connection, (error) => reasons.push((error as { code?: string }).code ?? ''))
  await until(() => reasons.length > 0)
  assert.equal(reasons[0], 'ECONNREFUSED')
  await network.recover()
  await waited
})

test('a database that goes away while the start prepares it is waited for, and prepared from the beginning', async () => {
  const said: string[] = []
  let tries = 0
  await awaitDatabase(
    connection,
    (error) => said.push((error as { code?: string }).code ?? error.message),
    async () => {
      const client = await openConnection(connection, { name: 'kontor start' })
      if (tries++ === 0) network.cut()
      try {
        await client.query('select 1')
      } finally {
        await endConnection(client)
      }
    },
  )
  assert.deepEqual([tries, said.length], [2, 1], said.join())
})

test('the start goes on where one connection hears what another tells', async () => {
  await refuseTransactionPooling(connection)
})

test('a pooler that loses what one tells another is refused in a sentence', async () => {
  network.loseNews()
  await assert.rejects(
    refuseTransactionPooling(connection, 500),
    (error) => error instanceof StartError && /„pool_mode = session“/.test(error.message),
  )
})

test('whoever comes second to bring the schema on waits, and is told who is at it', async () => {
  const holder = new pg.Client(world.database.connection)
  await holder.connect()
  await holder.query('select pg_advisory_lock(7210311)')
  const { rows } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid')
  const told: (string | undefined)[] = []
  const migrated = migrate(world.database.connection, undefined, (who) => told.push(who))
  await until(() => told.length > 0)
  assert.match(told[0] ?? '', new RegExp(`^Verbindung ${rows[0]?.pid}\\b.*, seit \\d\\d\\.\\d\\d\\.\\d{4}`))
  await holder.end()
  assert.deepEqual(await migrated, [])
})
