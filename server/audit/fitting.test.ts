import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Row } from '#server/exports/excel/input.ts'
import { truncateRows } from './download-audit.ts'

const fitted = async (count: number) => {
  const rows = async function* (): AsyncGenerator<Row> {
    for (let row = 1; row <= count; row++) yield [row]
  }
  return Array.fromAsync(truncateRows(rows(), 3))
}

test('what has room on a sheet is all there, and where some has none the last row says so', async () => {
  assert.deepEqual(await fitted(0), [])
  assert.deepEqual(await fitted(3), [[1], [2], [3]])
  const cut = await fitted(5)
  assert.deepEqual(cut.slice(0, 2), [[1], [2]])
  assert.match(String(cut[2]?.[2]), /^Hier endet das Blatt: /)
  assert.equal(cut.length, 3)
})
