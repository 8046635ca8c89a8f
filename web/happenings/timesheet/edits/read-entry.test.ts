import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TimeHint } from '#contract/times.ts'
import { changeEntry, NO_EDITS } from './edits.ts'
import { cleared } from './ends.ts'
import { anEntry } from './entry.test-data.ts'
import { hintsThatHold, unsentHints } from './read-entry.ts'

const begun = anEntry({ ist_bis_date: '2026-11-21', ist_bis_time: '16:00:00' })
const missing = {
  timeentry_id: 1,
  kind: 'incomplete' as const,
  sentence: 'Der Beginn fehlt.',
  as_planned: false,
}
const far = { timeentry_id: 1, kind: 'far' as const, sentence: 'Weicht vom Plan ab.', as_planned: false }
const left = (typed: Parameters<typeof changeEntry>[2]) =>
  hintsThatHold([missing, far], changeEntry(NO_EDITS, begun, typed)).map(({ kind }) => kind)

test('a hint is over once a time that it speaks of has been changed', () => {
  assert.deepEqual(left({}), ['incomplete', 'far'])
  assert.deepEqual(left({ von_time: '08:00:00' }), [])
  assert.deepEqual(left({ bis_time: '17:00:00' }), ['incomplete'])
  assert.deepEqual(left(cleared('bis')), [])
})

const hint = (timeentry_id: number): TimeHint => ({
  timeentry_id,
  kind: 'long',
  sentence: 'Lang.',
  as_planned: false,
})

test('before a sending there are only hints about what has not been sent', () => {
  const entries = [anEntry({ id: 1, submitted: true }), anEntry({ id: 2 })]
  assert.deepEqual(unsentHints([hint(1), hint(2)], entries), [hint(2)])
})

test('about whom nothing is known yet, nothing is said', () => {
  assert.deepEqual(unsentHints([hint(3)], []), [])
})
