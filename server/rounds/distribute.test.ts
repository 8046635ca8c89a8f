import assert from 'node:assert/strict'
import { test } from 'node:test'
import { histogramOf } from './read-charts.ts'

const counts = (...numbers: number[]) => histogramOf(numbers).map(({ from, to, count }) => [from, to, count])

test('few whole numbers have a span each, others one of a round width, and none is lost', () => {
  assert.deepEqual(counts(), [])
  assert.deepEqual(counts(3, 1, 1), [
    [1, 2, 2],
    [2, 3, 0],
    [3, 4, 1],
  ])
  assert.deepEqual(counts(0.1, 0.2, 0.85), [
    [0.1, 0.2, 1],
    [0.2, 0.3, 1],
    [0.3, 0.4, 0],
    [0.4, 0.5, 0],
    [0.5, 0.6, 0],
    [0.6, 0.7, 0],
    [0.7, 0.8, 0],
    [0.8, 0.9, 1],
  ])
  for (const numbers of [
    [0, 8],
    [0.5, 8.5],
    [-0.05, 0.75],
    [123_456_789_012_345, 123_456_789_012_348],
    [0, 1_000],
    [-5, 95.5],
    [7.5],
    [1e14, -1e14],
    [1e-9, 2e-9],
    Array.from({ length: 500 }, (_, at) => at * 1.37),
  ]) {
    const spans = histogramOf(numbers)
    assert.ok(spans.length <= 8, String(spans.length))
    assert.equal(
      spans.reduce((sum, { count }) => sum + count, 0),
      numbers.length,
    )
  }
})

test('a number between two spans belongs to the upper one, the greatest to the last', () => {
  const tenths = Array.from({ length: 9 }, (_, at) => (at + 1) / 10)
  assert.deepEqual(
    counts(...tenths),
    tenths.slice(0, -1).map((from, at) => [from, tenths[at + 1], from === 0.8 ? 2 : 1]),
  )
  assert.deepEqual(counts(0, 2.5, 8).at(-1), [7, 8, 1])
  // Integers are distributed evenly: no bar has two while others have one.
  assert.deepEqual(counts(0, 1, 2, 3, 4, 5, 6, 7, 8), [
    [0, 2, 2],
    [2, 4, 2],
    [4, 6, 2],
    [6, 8, 3],
  ])
})
