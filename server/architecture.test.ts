import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const isStore = /(^|[/-])store\.ts$/
/** May contain SQL too: the database layer, and tests with their data. */
const isOfDatabase = /^(db|testing)\/|\.test\.ts$/
const query = /\b(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql[`<]/

test('SQL stands in stores', () => {
  const elsewhere = globSync('**/*.ts', { cwd: import.meta.dirname })
    .filter((file) => !isStore.test(file) && !isOfDatabase.test(file))
    .filter((file) => query.test(readFileSync(join(import.meta.dirname, file), 'utf8')))
  assert.deepEqual(elsewhere, [])
})
