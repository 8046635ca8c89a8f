import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Kind } from '#server/children/crew.ts'
import { Refused } from '#server/http/errors.ts'
import type { Sheet } from './excel/input.ts'
import { Exports } from './exports.ts'
import { kinds } from './kinds.ts'
import { bytesOf } from './testing.ts'

test('children that cannot even be started end nobody’s exports but those that wanted them', async () => {
  // The system refuses such a name at once, as it does when it has no memory left for a process.
  const impossible: Kind = { file: 'no\0file', flags: [], deadline: 20_000 }
  const exports = new Exports({ timeZone: 'Europe/Berlin' }, { excel: kinds.excel, pdf: impossible })
  try {
    for (const id of [1, 2, 1, 2]) {
      await assert.rejects(exports.documentPdf({ id }, {} as never), (error) => {
        assert.ok(error instanceof Refused)
        assert.equal(error.code, 'unavailable')
        return true
      })
    }
    const sheets: Sheet[] = [{ name: 'Blatt', columns: [{ name: 'Name', type: 'text' }], rows: [['Anna']] }]
    for (const id of [1, 2]) assert.ok((await bytesOf(await exports.excel({ id }, sheets))).length > 0)
  } finally {
    await exports.close()
  }
})
