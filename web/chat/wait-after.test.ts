import assert from 'node:assert/strict'
import { test } from 'node:test'
import { soon, waitAfter } from './wait-after.ts'

test('it comes back after a second, later when it keeps failing, never later than after twelve', () => {
  assert.deepEqual([waitAfter(1, 0), waitAfter(1, 0.5), waitAfter(1, 1)], [800, 1_000, 1_200])
  assert.ok(waitAfter(2, 0.5) > waitAfter(1, 0.5))
  for (const failures of [10, 100, 10_000]) assert.equal(waitAfter(failures, 0.5), 10_000)
})

test('after the farewell of a node that ends it comes back at once, but not all in the same moment', () => {
  assert.deepEqual([soon(0), soon(0.5), soon(1)], [0, 200, 400])
})
