import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { until } from '#server/testing/until.ts'
import { Exports } from './exports.ts'
import { bytesOf } from './testing.ts'

/** More than the process that starts children has. */
const A_CHILD_HAS = 5

test('what a child has compiled is there for the next one, although it is killed', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'kontor-compiled-'))
  const before = process.env['NODE_COMPILE_CACHE']
  process.env['NODE_COMPILE_CACHE'] = folder
  const exports = new Exports({ timeZone: 'Europe/Berlin' })
  t.after(async () => {
    if (before === undefined) delete process.env['NODE_COMPILE_CACHE']
    else process.env['NODE_COMPILE_CACHE'] = before
    await exports.close()
    await rm(folder, { recursive: true })
  })
  const columns = [{ name: 'Name', type: 'text' }] as const
  await bytesOf(await exports.excel({ id: 1 }, [{ name: 'Tabelle', columns, rows: [['a']] }]))
  // It keeps it behind its answer, before its next job.
  await until(() => exports.state.running === 0, 'it does not rest')
  const kept = await readdir(folder, { recursive: true, withFileTypes: true })
  assert.ok(kept.filter((entry) => entry.isFile()).length > A_CHILD_HAS)
})
