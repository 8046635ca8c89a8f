import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calculatePosition } from './use-popover.ts'

const panel = { width: 200, height: 150 }

test('what the keyboard of a phone covers is no room', () => {
  const anchor = { left: 0, top: 240, width: 10, height: 40 }
  const { above, top } = calculatePosition(anchor, panel, { top: 20, width: 400, height: 300 }, 'start')
  assert.deepEqual([above, top], [true, 86])
})
