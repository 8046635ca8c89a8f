import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { migrations } from '#server/db/migrate.ts'
import { freshDatabase } from './database.ts'

test('every test database has all migrations and nothing of another', async () => {
  const [one, other] = await Promise.all([freshDatabase(), freshDatabase()])
  const client = new pg.Client(one.connection)
  await client.connect()
  await client.query('create table only_here (id int)')
  const { rows } = await client.query('select name from migrations order by name')
  await client.end()
  const second = new pg.Client(other.connection)
  await second.connect()
  const found = await second.query(`select to_regclass('only_here') as here`)
  await second.end()

  assert.deepEqual(
    rows.map((row: { name: string }) => row.name),
    (await migrations()).map(({ name }) => name),
  )
  assert.equal(found.rows[0].here, null)
  await one.drop()
  await other.drop()
})

test('the database of a killed run ends with it', async () => {
  const module = new URL('cluster.ts', import.meta.url).href
  const code = `const { startCluster } = await import(${JSON.stringify(module)})
    console.log((await startCluster()).url)
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(child.stdout, 'data')
  const client = new pg.Client({ connectionString: String(line).trim() })
  client.on('error', () => {})
  await client.connect()
  const gone = new Promise((resolve) => client.once('end', resolve))
  child.kill('SIGKILL')
  await gone
  const folder = dirname(new URL(String(line).trim()).searchParams.get('host') ?? '')
  rmSync(folder, { recursive: true, force: true })
})
