import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeEntry, NO_EDITS } from './edits.ts'
import { cleared } from './ends.ts'
import { anEntry } from './entry.test-data.ts'
import { standingHints } from './standing-hints.ts'

const begun = anEntry({ ist_bis_date: '2026-11-21', ist_bis_time: '16:00:00' })
const missing = { timeentry_id: 1, kind: 'incomplete' as const, sentence: 'Der Beginn fehlt.' }
const far = { timeentry_id: 1, kind: 'far' as const, sentence: 'Weicht vom Plan ab.' }
const left = (typed: Parameters<typeof changeEntry>[2]) =>
  standingHints([missing, far], changeEntry(NO_EDITS, begun, typed)).map(({ kind }) => kind)

test('a hint is over once a time that it speaks of has been changed', () => {
  assert.deepEqual(left({}), ['incomplete', 'far'])
  assert.deepEqual(left({ von_time: '08:00:00' }), [])
  assert.deepEqual(left({ bis_time: '17:00:00' }), ['incomplete'])
  assert.deepEqual(left(cleared('bis')), [])
})
