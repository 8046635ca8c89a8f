import assert from 'node:assert/strict'
import { getPriority } from 'node:os'
import { test } from 'node:test'
import { lowerThreads } from './low-threads.ts'

test('what hashes and draws stands behind what answers', async () => {
  const before = getPriority()
  const lowered = await lowerThreads()
  if (process.platform === 'linux') assert.ok(lowered > 0)
  assert.equal(getPriority(), before)
})
