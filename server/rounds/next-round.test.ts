import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RepeatRule } from '#contract/rounds.ts'
import { nextRound } from './next-round.ts'

const rule = (unit: RepeatRule['unit'], first: string, every = 1): RepeatRule => ({
  unit,
  every,
  first,
  due_days: null,
  notify: true,
})
/** The next rounds as instants. */
function rounds(repeats: RepeatRule, from: string, count: number): string[] {
  const found: string[] = []
  let at = Temporal.ZonedDateTime.from(`${from}[Europe/Berlin]`)
  for (let turn = 0; turn < count; turn++) {
    at = nextRound(repeats, at)
    found.push(at.toInstant().toString())
  }
  return found
}

test('a month without a 31st has its round on its last day, and moves none of those after it', () => {
  assert.deepEqual(rounds(rule('month', '2027-01-31T08:00'), '2027-01-01T00:00', 4), [
    '2027-01-31T07:00:00Z',
    '2027-02-28T07:00:00Z',
    '2027-03-31T06:00:00Z',
    '2027-04-30T06:00:00Z',
  ])
})

test('a quarter is three months, and several weeks are counted from the first round', () => {
  assert.deepEqual(rounds(rule('quarter', '2026-11-30T00:00'), '2026-12-01T00:00', 2), [
    '2027-02-27T23:00:00Z',
    '2027-05-29T22:00:00Z',
  ])
  assert.deepEqual(rounds(rule('week', '2026-12-28T18:30', 2), '2027-01-01T00:00', 2), [
    '2027-01-11T17:30:00Z',
    '2027-01-25T17:30:00Z',
  ])
})

test('a time that does not exist comes an hour later that day, and a doubled one means the first', () => {
  assert.deepEqual(rounds(rule('week', '2027-03-21T02:30'), '2027-03-22T00:00', 2), [
    '2027-03-28T01:30:00Z',
    '2027-04-04T00:30:00Z',
  ])
  assert.deepEqual(rounds(rule('week', '2027-10-24T02:30'), '2027-10-25T00:00', 1), ['2027-10-31T00:30:00Z'])
})

test('after years without a server the next round is the next one, not those that were missed', () => {
  assert.deepEqual(rounds(rule('week', '2026-01-05T08:00'), '2036-01-01T00:00', 1), ['2036-01-07T07:00:00Z'])
})
