import assert from 'node:assert/strict'
import { Socket } from 'node:net'
import { test } from 'node:test'
import { Unseen } from './unseen.ts'

/** For so many seconds each of the connections asks in turn, and the loop answers so many of them in each look. */
function after(seconds: number, given: { connections: number; answered: number; work: number }) {
  const sockets = Array.from({ length: given.connections }, () => new Socket())
  const unseen = new Unseen()
  let late = 0
  let next = 0
  for (let ms = 0; ms < seconds * 1_000; ms += 50) {
    for (let call = 0; call < given.answered; call++) unseen.comes(sockets[next++ % sockets.length] as Socket)
    late = unseen.look({ work: given.work, ms: 50 })
  }
  return late
}

test('two thousand connections without a pause lie unread for as long as two thousand calls take', () => {
  assert.equal(Math.round(after(3, { connections: 2_000, answered: 500, work: 1 })), 200)
})

test('it is never longer than the loop has had no pause', () => {
  const unseen = new Unseen()
  for (let count = 0; count < 2_000; count++) unseen.comes(new Socket())
  assert.equal(unseen.look({ work: 0.5, ms: 500 }), 0)
  assert.equal(unseen.look({ work: 1, ms: 50 }), 50)
})

test('with a pause nothing lies unread, however many ask', () => {
  assert.equal(after(3, { connections: 2_000, answered: 500, work: 0.9 }), 0)
})

test('a few programs that ask without a break take all the time of the loop, and wait for each other alone', () => {
  assert.ok(after(3, { connections: 30, answered: 50, work: 1 }) <= 30)
})

test('connections that have not asked for two seconds count no more', () => {
  const unseen = new Unseen()
  for (let count = 0; count < 2_000; count++) unseen.comes(new Socket())
  const one = new Socket()
  let late = 0
  for (let ms = 0; ms < 2_500; ms += 50) {
    unseen.comes(one)
    late = unseen.look({ work: 1, ms: 50 })
  }
  assert.equal(Math.round(late), 50)
})
