import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openLog } from './log.ts'

const home = mkdtempSync(join(tmpdir(), 'kontor-log-'))
after(() => rmSync(home, { recursive: true, force: true }))

test('the log of PostgreSQL is kept for its owner alone, in two files of bounded size', () => {
  const line = 'x'.repeat(99)
  for (let run = 0; run < 3; run++) {
    const write = openLog(home, 1_000)
    for (let count = 0; count < 25; count++) write(line)
  }
  assert.deepEqual(readdirSync(home).sort(), ['postgres.log', 'postgres.log.1'])
  for (const name of readdirSync(home)) {
    const { size, mode } = statSync(join(home, name))
    assert.ok(size <= 1_000, name)
    assert.equal(mode & 0o777, 0o600)
  }
  openLog(home, 1_000)('the last')
  assert.match(readFileSync(join(home, 'postgres.log'), 'utf8'), /the last\n$/)
})

test('a log that cannot be written ends nothing', () => {
  assert.doesNotThrow(() => openLog(join(home, 'missing'))('a line'))
})
