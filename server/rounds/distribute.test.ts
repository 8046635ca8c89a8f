import assert from 'node:assert/strict'
import { test } from 'node:test'
import { distribute } from './distribute.ts'

const counts = (...numbers: number[]) => distribute(numbers).map(({ from, to, count }) => [from, to, count])

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
    [0, 1_000],
    [-5, 95.5],
    [7.5],
    [1e14, -1e14],
    [1e-9, 2e-9],
    Array.from({ length: 500 }, (_, at) => at * 1.37),
  ]) {
    const spans = distribute(numbers)
    assert.ok(spans.length <= 10, String(spans.length))
    assert.equal(
      spans.reduce((sum, { count }) => sum + count, 0),
      numbers.length,
    )
  }
})
