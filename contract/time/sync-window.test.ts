import assert from 'node:assert/strict'
import { test } from 'node:test'
import { windowAfter } from './sync-window.ts'

test('the next window has the same length and begins the day after', () => {
  assert.deepEqual(windowAfter('2026-12-24', '2026-12-31'), ['2027-01-01', '2027-01-08'])
})
