import assert from 'node:assert/strict'
import { test } from 'node:test'
import { misses, singleTimes } from './figures.ts'

const figure = { figure: 'memory', unit: 'MB', n: 1 }

test('a figure misses its goal when it is above it, or no number at all', () => {
  assert.equal(misses({ ...figure, value: 65, goal: 64 }), true)
  assert.equal(misses({ ...figure, value: Number.NaN, goal: 64 }), true)
  assert.equal(misses({ ...figure, value: 64, goal: 64 }), false)
  assert.equal(misses({ ...figure, value: 65 }), false)
})

test('where there is a ratio, the goal is for the ratio', () => {
  assert.equal(misses({ ...figure, value: 1, baseline: 0.5, ratio: 2, goal: 1 }), true)
  assert.equal(misses({ ...figure, value: 10, baseline: 20, ratio: 0.5, goal: 1 }), false)
})

test('times are told by the one in their middle and the two that hold nine of ten', () => {
  const times = Array.from({ length: 101 }, (_, ms) => 100 - ms)
  assert.deepEqual(singleTimes(times), { value: 50, unit: 'ms', n: 101, spread: [5, 95] })
  assert.deepEqual(singleTimes([3, 1, 2]), { value: 2, unit: 'ms', n: 3, spread: [1, 3] })
  assert.ok(Number.isNaN(singleTimes([]).value))
})
