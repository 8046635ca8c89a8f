import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MOST, OLDEST_MS, toMakeRoom } from './bounds.ts'

const now = Date.parse('2027-04-03T12:00Z')
const ages = (...entries: [name: string, at: number, size: number][]) =>
  new Map(entries.map(([name, at, size]) => [name, { at: now - at, size }]))
const small = { bytes: 100, copies: 4 }

test('as long as there is room nothing goes', () => {
  assert.deepEqual(toMakeRoom(ages(['a', 3, 40], ['b', 1, 40]), 20, now, small), [])
  assert.deepEqual(toMakeRoom(new Map(), MOST.bytes, now), [])
})

test('the oldest go first, whatever their order, and no more than needed', () => {
  const known = ages(['new', 1, 40], ['oldest', 9, 10], ['old', 5, 40])
  assert.deepEqual(toMakeRoom(known, 15, now, small), ['oldest'])
  assert.deepEqual(toMakeRoom(known, 21, now, small), ['oldest', 'old'])
  assert.deepEqual(toMakeRoom(known, 100, now, small), ['oldest', 'old', 'new'])
})

test('many small ones are too many', () => {
  const known = ages(['a', 4, 1], ['b', 3, 1], ['c', 2, 1], ['d', 1, 1])
  assert.deepEqual(toMakeRoom(known, 1, now, small), ['a'])
})

test('what has not been opened for a month goes, though there is room', () => {
  assert.deepEqual(toMakeRoom(ages(['a', OLDEST_MS + 1, 1], ['b', 1, 1]), 1, now, small), ['a'])
})

test('what does not fit alone takes nobody’s place', () => {
  assert.equal(toMakeRoom(ages(['a', 1, 1]), 101, now, small), undefined)
})

test('all together take 100 MB at most', () => assert.equal(MOST.bytes, 100 * 1024 * 1024))
