import assert from 'node:assert/strict'
import { test } from 'node:test'
import { measureSlowReaders } from './slow-readers.ts'

test('those who never read cost little, keep nobody waiting, and are told everything when they read', async () => {
  const { behind, most } = await measureSlowReaders(20)
  assert.equal(behind, 20)
  assert.ok(most <= 1024 ** 2)
})
