import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { createMigratedDatabase } from './testing/database.ts'

const database = await createMigratedDatabase()
const other = createServer()
await once(other.listen(0, '127.0.0.1'), 'listening')
after(async () => {
  other.close()
  await database.drop()
})

test('a start that does not succeed says why on the console, and again in the last line of the log', async () => {
  const { port } = other.address() as AddressInfo
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], DATABASE_URL: database.url, HOST: '127.0.0.1', PORT: String(port) },
  })
  const [log, said, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  assert.equal(code, 1, said)
  const why = said.trim().split('\n').at(-1) ?? ''
  assert.match(why, /^Der Port \d+ ist schon belegt\./)
  const last = JSON.parse(log.trim().split('\n').at(-1) ?? '') as Record<string, unknown>
  assert.deepEqual(
    [last['level'], last['event'], last['reason'], last['msg']],
    ['error', 'server.stopped', 'start failed', why],
  )
})
