import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mostDueDays, shortestRound } from './round-length.ts'

const rule = (unit: 'week' | 'month' | 'quarter', every = 1, first = '2026-11-02T08:00') => ({
  unit,
  every,
  first,
})

test('a round is as short as the shortest of all that will come', () => {
  assert.equal(shortestRound(rule('week')), 7)
  assert.equal(shortestRound(rule('week', 52)), 364)
  // February
  assert.equal(shortestRound(rule('month')), 28)
  assert.equal(shortestRound(rule('month', 1, '2026-01-31T08:00')), 28)
  assert.equal(shortestRound(rule('month', 2)), 59)
  assert.equal(shortestRound(rule('quarter')), 89)
  assert.equal(shortestRound(rule('quarter', 1, '2026-11-30T08:00')), 90)
})

test('it is due before the next one begins: on the day before at the latest', () => {
  assert.equal(mostDueDays(rule('week')), 6)
  assert.equal(mostDueDays(rule('month')), 27)
})
