import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linesOf } from './lines.ts'

const field = { width: 100, height: 12, most: 10 }

test('values become a line from left to right, and the highest stands on top', () => {
  const { strokes, areas, dots } = linesOf([0, 5, 10], field)
  assert.equal(strokes, 'M0 11L50 6L100 1')
  assert.equal(areas, 'M0 12L0 11L50 6L100 1L100 12Z')
  assert.equal(dots, '')
})

test('where nothing is known there is a gap, and what stands alone is a dot', () => {
  const { strokes, dots } = linesOf([0, 0, null, 10, null], field)
  assert.equal(strokes, 'M0 11L25 11')
  assert.equal(dots, 'M75 1h0')
})

test('of nothing nothing is drawn', () => {
  assert.deepEqual(linesOf([null, null], field), { strokes: '', areas: '', dots: '' })
  assert.deepEqual(linesOf([], field), { strokes: '', areas: '', dots: '' })
})
