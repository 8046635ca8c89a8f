import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
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

test('a killed run leaves no test cluster behind', async () => {
  const module = new URL('cluster.ts', import.meta.url).href
  const code = `const { startCluster } = await import(${JSON.stringify(module)})
    console.log((await startCluster()).url)
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(child.stdout, 'data')
  const folder = dirname(new URL(String(line).trim()).searchParams.get('host') ?? '')
  assert.ok(existsSync(folder))
  child.kill('SIGKILL')
  for (let waited = 0; existsSync(folder) && waited < 10_000; waited += 50) await sleep(50)
  assert.equal(existsSync(folder), false)
})
