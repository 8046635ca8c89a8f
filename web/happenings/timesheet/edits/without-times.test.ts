import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeEntry, NO_EDITS } from './edits.ts'
import { plannedOf } from './ends.ts'
import { anEntry } from './entry.test-data.ts'
import { withoutTimes } from './without-times.ts'

test('without times is who is awaited and has none, also none that is about to be applied', () => {
  const entries = [
    anEntry({ id: 1 }),
    anEntry({ id: 2, status: 'abgesagt' }),
    anEntry({ id: 3, absent: true }),
    anEntry({ id: 4, ist_von_date: '2026-11-21', ist_von_time: '08:00:00' }),
    anEntry({ id: 5, withdrawal: 'due' }),
    anEntry({ id: 6 }),
  ]
  const edits = changeEntry(NO_EDITS, entries[5]!, plannedOf(entries[5]!))
  assert.deepEqual(
    withoutTimes(entries, edits).map(({ id }) => id),
    [1],
  )
})
