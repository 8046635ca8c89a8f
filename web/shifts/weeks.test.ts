import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Shift } from '#contract/shifts.ts'
import { findOverlap, groupByWeek, hasEnded, mergeEmptyWeeks, nextStart, previousStart } from './weeks.ts'

const on = (date: string) => ({ date, cancelled: false, soll_duration: 60, ist_duration: 0 }) as Shift

test('weeks without a shift are one line, but for the one that runs', () => {
  const weeks = groupByWeek({ start: '2027-03-29', end: '2027-04-25', items: [on('2027-04-20')] })
  const told = (today: string) =>
    mergeEmptyWeeks(weeks, today).map((week) =>
      Array.isArray(week) ? week.map(({ number }) => number) : week.number,
    )
  assert.deepEqual(told('2027-01-01'), [[13, 14, 15], 16])
  assert.deepEqual(told('2027-04-07'), [[13], 14, [15], 16])
})

test('earlier and later weeks are those with the next shift there, and without one the next four', () => {
  assert.equal(previousStart('2027-03-29', null), '2027-03-01')
  assert.equal(previousStart('2027-03-29', '2027-03-26'), '2027-03-01')
  // The week of the shift is the last of the four.
  assert.equal(previousStart('2027-03-29', '2027-01-07'), '2026-12-14')
  assert.equal(nextStart('2027-03-29', null), '2027-04-26')
  assert.equal(nextStart('2027-03-29', '2027-04-28'), '2027-04-26')
  assert.equal(nextStart('2027-03-29', '2027-08-14'), '2027-08-09')
})

test('a shift past midnight is over when it has ended, one of today with the day', () => {
  const shift = { date: '2026-11-24', soll_bis: '2026-11-25T04:15', ist_bis: null } as Shift
  assert.equal(hasEnded(shift, '2026-11-25T03:00'), false)
  assert.equal(hasEnded(shift, '2026-11-25T04:15'), true)
  assert.equal(hasEnded({ ...shift, ist_bis: '2026-11-25T05:00' }, '2026-11-25T04:15'), false)
  const early = { date: '2026-11-25', soll_bis: '2026-11-25T02:00', ist_bis: null } as Shift
  assert.equal(hasEnded(early, '2026-11-25T12:00'), false)
  assert.equal(hasEnded(early, '2026-11-26T00:00'), true)
})

test('two shifts at the same time are said to overlap, unless one is cancelled or begins when the other ends', () => {
  const shift = (id: number, soll_von: string, soll_bis: string, cancelled = false) =>
    ({ id, soll_von, soll_bis, cancelled }) as Shift
  const late = shift(1, '2026-11-25T13:00', '2026-11-25T22:30')
  const night = shift(2, '2026-11-25T17:30', '2026-11-26T00:30')
  assert.equal(findOverlap(late, [late, night]), night)
  assert.equal(findOverlap(night, [late, night]), late)
  assert.equal(findOverlap(late, [late, { ...night, cancelled: true }]), undefined)
  assert.equal(findOverlap(late, [late, shift(3, '2026-11-25T22:30', '2026-11-26T04:00')]), undefined)
  assert.equal(findOverlap(late, [late, { ...night, soll_von: null, soll_bis: null }]), undefined)
})
