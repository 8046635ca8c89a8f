import assert from 'node:assert/strict'
import { mkdtempSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { letRead } from './archive.ts'

test('a database that is brought back elsewhere may read the log that another account keeps, and nothing that it leads to or that is half written', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-archive-'))
  const log = mkdtempSync(join(folder, 'wal-'))
  const [piece, elsewhere] = [join(log, '000000010000000000000001.gz'), join(folder, 'elsewhere')]
  const half = join(log, '000000010000000000000002.neu')
  for (const file of [piece, elsewhere, half]) writeFileSync(file, '', { mode: 0o600 })
  letRead(log, { gid: process.getgid?.() ?? 0 })
  const modeOf = (path: string) => statSync(path).mode & 0o777
  assert.deepEqual([log, piece, half].map(modeOf), [0o750, 0o640, 0o600])
  symlinkSync(elsewhere, join(log, 'link.gz'))
  assert.throws(() => letRead(log, { gid: process.getgid?.() ?? 0 }), { code: 'ELOOP' })
  assert.equal(modeOf(elsewhere), 0o600)
  await rm(folder, { recursive: true })
})
