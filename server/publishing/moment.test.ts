import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isLongPast, parseMoment } from './moment.ts'

test('a moment that has passed while somebody was choosing means now, and one of before is past', () => {
  const now = Temporal.ZonedDateTime.from('2026-11-27T08:02:30[Europe/Berlin]')
  for (const [typed, isPast] of [
    ['2026-11-27T08:03', false],
    ['2026-11-27T08:00', false],
    ['2026-11-27T07:50', true],
    ['2026-11-26T08:03', true],
  ] as const)
    assert.equal(isLongPast(parseMoment(typed, now, 'from'), now), isPast, typed)
})
