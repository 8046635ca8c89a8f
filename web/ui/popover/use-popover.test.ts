import assert from 'node:assert/strict'
import { test } from 'node:test'
import { place } from './use-popover.ts'

const view = { top: 0, width: 400, height: 600 }
const panel = { width: 200, height: 150 }

test('a panel stands under its anchor, at its start or end', () => {
  const anchor = { left: 150, top: 100, width: 220, height: 40 }
  assert.deepEqual(place(anchor, panel, view, 'start'), {
    left: 150,
    top: 144,
    maxHeight: 448,
    above: false,
  })
  assert.equal(place(anchor, panel, view, 'end').left, 170)
  assert.equal(place(anchor, panel, view, 'center').left, 160)
})

test('a panel stays inside the window', () => {
  assert.equal(place({ left: 380, top: 0, width: 10, height: 10 }, panel, view, 'start').left, 192)
  assert.equal(place({ left: 0, top: 0, width: 10, height: 10 }, panel, view, 'end').left, 8)
})

test('without room below a panel stands above', () => {
  const { top, above } = place({ left: 0, top: 540, width: 10, height: 40 }, panel, view, 'start')
  assert.deepEqual([top, above], [386, true])
})

test('without room on either side it takes the larger one and scrolls', () => {
  const tall = { width: 200, height: 900 }
  const { above, maxHeight } = place({ left: 0, top: 200, width: 10, height: 40 }, tall, view, 'start')
  assert.deepEqual([above, maxHeight], [false, 348])
})

test('what the keyboard of a phone covers is no room', () => {
  const anchor = { left: 0, top: 240, width: 10, height: 40 }
  const { above, top } = place(anchor, panel, { top: 20, width: 400, height: 300 }, 'start')
  assert.deepEqual([above, top], [true, 86])
})
