import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TimeHint } from '#contract/times.ts'
import { anEntry } from './entry.test-data.ts'
import { goingOut } from './going-out.ts'

const hint = (timeentry_id: number): TimeHint => ({ timeentry_id, kind: 'long', sentence: 'Lang.' })

test('before a sending there are only hints about what has not been sent', () => {
  const entries = [anEntry({ id: 1, submitted: true }), anEntry({ id: 2 })]
  assert.deepEqual(goingOut([hint(1), hint(2)], entries), [hint(2)])
})

test('about whom nothing is known yet, nothing is said', () => {
  assert.deepEqual(goingOut([hint(3)], []), [])
})
