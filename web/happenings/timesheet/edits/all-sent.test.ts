import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAllSent } from './all-sent.ts'
import { anEntry } from './entry.test-data.ts'

test('all is sent when whoever has cancelled and has no times is all that is left', () => {
  const sent = anEntry({ id: 1, submitted: true })
  const cancelled = anEntry({ id: 2, status: 'Abgesagt' })
  assert.ok(isAllSent([sent]))
  assert.ok(isAllSent([sent, cancelled]))
  assert.ok(!isAllSent([cancelled]))
  assert.ok(!isAllSent([sent, anEntry({ id: 3 })]))
})

test('who has cancelled and came all the same, or whose time is to be taken back, is waited for', () => {
  const sent = anEntry({ id: 1, submitted: true })
  for (const left of [
    { ist_von_date: '2026-11-21', ist_von_time: '08:00:00' },
    { absent: true },
    { withdrawal: 'due' as const },
  ])
    assert.ok(!isAllSent([sent, anEntry({ id: 2, status: 'abgesagt', ...left })]))
})
