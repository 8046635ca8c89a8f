import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COPY_LIMITS, copiesToEvict, MAX_COPY_AGE_MS } from './bounds.ts'

const now = Date.parse('2027-04-03T12:00Z')
const small = { bytes: 100, copies: 4 }
const going = (...copies: [name: string, age: number, size: number][]) =>
  copiesToEvict(
    copies.map(([name, age, size]) => ({ name, at: now - age, size })),
    now,
    small,
  ).map(({ name }) => name)

test('as long as there is room nothing goes', () => {
  assert.deepEqual(going(['a', 3, 40], ['b', 1, 60]), [])
  assert.deepEqual(going(), [])
})

test('the oldest go first, whatever their order, and no more than needed', () => {
  assert.deepEqual(going(['new', 1, 40], ['oldest', 9, 20], ['old', 5, 50]), ['oldest'])
  assert.deepEqual(going(['new', 1, 60], ['oldest', 9, 20], ['old', 5, 50]), ['old', 'oldest'])
})

test('many small ones are too many', () => {
  assert.deepEqual(going(['a', 5, 1], ['b', 4, 1], ['c', 3, 1], ['d', 2, 1], ['e', 1, 1]), ['a'])
})

test('what has not been opened for a month goes, though there is room', () => {
  assert.deepEqual(going(['a', MAX_COPY_AGE_MS + 1, 1], ['b', 1, 1]), ['a'])
})

test('all together take 100 MB at most', () => assert.equal(COPY_LIMITS.bytes, 100 * 1024 * 1024))
