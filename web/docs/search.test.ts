import assert from 'node:assert/strict'
import { test } from 'node:test'
import { docsSearch, startSearch } from './search.ts'

test('a status and an order that do not exist ask for nothing', () => {
  assert.deepEqual(docsSearch({ status: 'Quatsch', order_by: 'foo' }), startSearch)
})

test('those that exist are asked for', () => {
  const asked = { page: 2, filter: 'x', status: 'Aktiv', order_by: '-last_update' }
  assert.deepEqual(docsSearch(asked), asked)
  assert.equal(docsSearch({ order_by: ' status' }).order_by, '+status')
})
