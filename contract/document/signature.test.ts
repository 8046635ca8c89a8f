import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDrawn, pad, pathOf } from './signature.ts'

test('a signature is drawn by numbers within its field alone, and by no more than fit in', () => {
  assert.ok(isDrawn([[0, 0, pad.width, pad.height]]))
  for (const strokes of [
    [],
    [[]],
    [[5, 5]],
    [[1, 2, 3]],
    [[0, 0, pad.width + 1, 0]],
    [[0, 0, 0, pad.height + 1]],
    [[0, 0, -1, 0]],
    [[0, 0, 0.5, 0]],
    [Array.from({ length: pad.numbers + 2 }, () => 1)],
    Array.from({ length: pad.strokes + 1 }, () => [1, 1, 2, 2]),
  ])
    assert.ok(!isDrawn(strokes), JSON.stringify(strokes).slice(0, 60))
})

test('its path is made of its numbers, and a dot is a line to itself', () => {
  assert.equal(
    pathOf([
      [1, 2, 3, 4, 5, 6],
      [7, 8],
    ]),
    'M1 2L3 4L5 6M7 8L7 8',
  )
})
