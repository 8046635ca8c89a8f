import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nodeSwitchDelay, reconnectDelay } from './back-off.ts'

test('a live connection comes back after a second, later when it keeps failing, never later than after twelve', () => {
  assert.deepEqual(
    [0, 0.5, 1].map((random) => reconnectDelay(1, random)),
    [800, 1_000, 1_200],
  )
  assert.ok(reconnectDelay(2, 0.5) > reconnectDelay(1, 0.5))
  for (const failures of [10, 100, 10_000]) assert.equal(reconnectDelay(failures, 0.5), 10_000)
})

test('after the farewell of a node that ends it comes back at once, but not all in the same moment', () => {
  assert.deepEqual(
    [0, 0.5, 1].map((random) => nodeSwitchDelay(random)),
    [0, 200, 400],
  )
})
