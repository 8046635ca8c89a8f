import assert from 'node:assert/strict'
import { test } from 'node:test'
import { neverRead } from './slow-readers.ts'

test('those who never read cost little, keep nobody waiting, and are told everything when they read', async () => {
  const { behind, most, each } = await neverRead(200)
  assert.equal(behind, 200)
  assert.ok(most <= 1024 ** 2 && each < 1024 ** 2)
})
