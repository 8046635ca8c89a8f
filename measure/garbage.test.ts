import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collectGarbage } from './garbage.ts'

test('what nobody holds any more is gone before the memory is measured', async () => {
  const forgotten = new WeakRef({})
  await new Promise(setImmediate)
  await collectGarbage()
  assert.equal(forgotten.deref(), undefined)
})
