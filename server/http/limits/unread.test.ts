import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { test } from 'node:test'
import { Unread } from './unread.ts'

const socket = (writableLength: number) => {
  const fake = { writableLength, isGone: false, destroy: () => (fake.isGone = true) }
  return fake as unknown as Socket & { isGone: boolean }
}
const [ANNA, BRUNO] = [1, 2]

test('who has too much waiting gets nothing more until it is taken; others are not touched', () => {
  const unread = new Unread({ each: 100, all: 10_000 })
  const taken = unread.add(ANNA, socket(90), 90)
  assert.equal(unread.isTooMuch(ANNA), false)
  const second = unread.add(ANNA, socket(90), 90)
  assert.equal(unread.isTooMuch(ANNA), true)
  assert.equal(unread.isTooMuch(BRUNO), false)
  taken()
  assert.equal(unread.isTooMuch(ANNA), false)
  second()
  assert.equal(unread.bytes, 0)
})

test('when it is too much of everybody, whoever has the most waiting is let go of', () => {
  const unread = new Unread({ each: 1_000, all: 500 })
  const [greedy, being, small] = [socket(200), socket(0), socket(50)]
  unread.add(ANNA, greedy, 200)
  unread.add(ANNA, being, 100)
  unread.add(BRUNO, small, 50)
  assert.equal(greedy.isGone, false)
  unread.add(BRUNO, small, 160)
  assert.deepEqual([greedy.isGone, being.isGone, small.isGone], [true, false, false])
})
