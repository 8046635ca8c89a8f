import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maxDueDays, shortestRoundDays } from './round-length.ts'

const rule = (unit: 'week' | 'month' | 'quarter', every = 1, first = '2026-11-02T08:00') => ({
  unit,
  every,
  first,
})

test('a round is as short as the shortest of all that will come', () => {
  assert.equal(shortestRoundDays(rule('week')), 7)
  assert.equal(shortestRoundDays(rule('week', 52)), 364)
  // The shortest month is February.
  assert.equal(shortestRoundDays(rule('month')), 28)
  assert.equal(shortestRoundDays(rule('month', 1, '2026-01-31T08:00')), 28)
  assert.equal(shortestRoundDays(rule('month', 2)), 59)
  assert.equal(shortestRoundDays(rule('quarter')), 89)
  assert.equal(shortestRoundDays(rule('quarter', 1, '2026-11-30T08:00')), 90)
})

test('it is due before the next one begins: on the day before at the latest', () => {
  assert.equal(maxDueDays(rule('week')), 6)
  assert.equal(maxDueDays(rule('month')), 27)
})
