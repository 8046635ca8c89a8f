import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PEER_SILENT_MS, Peers } from './peers.ts'

const beat = (n: number) => ({ n, isBeat: true, ends: false })
const news = (n: number) => ({ n, isBeat: false, ends: false })

test('what a peer says is whole while its numbers follow one another, and no longer where one is left out', () => {
  const peers = new Peers()
  assert.ok(peers.hear(7, beat(0), 0))
  assert.ok(peers.hear(7, news(1), 1))
  assert.ok(peers.hear(7, beat(1), 2))
  assert.equal(peers.hear(7, news(3), 3), false)
  assert.ok(peers.hear(7, news(4), 4))
  // A heartbeat that counts further than what has come.
  assert.equal(peers.hear(7, beat(5), 5), false)
  assert.ok(peers.hear(7, news(6), 6))
})

test('of one that is heard for the first time, what it has said before was missed', () => {
  assert.equal(new Peers().hear(7, beat(12), 0), false)
  assert.ok(new Peers().hear(7, news(1), 0))
})

test('who is there and says nothing is silent after a moment, and all are until the broker is heard anew', () => {
  const peers = new Peers()
  peers.list([7, 8], 0)
  peers.hear(7, beat(0), 10)
  assert.deepEqual([peers.areAllHeard, peers.silent(100)], [false, []])
  assert.deepEqual(peers.silent(PEER_SILENT_MS), [8])
  peers.hear(8, beat(0), PEER_SILENT_MS)
  assert.deepEqual([peers.areAllHeard, peers.silent(PEER_SILENT_MS + 1)], [true, []])
  peers.forgetHeard()
  assert.equal(peers.areAllHeard, false)
  assert.deepEqual(peers.silent(PEER_SILENT_MS + 1), [7, 8])
})

test('who has gone without a word may have left something unsaid; who said goodbye has not', () => {
  const peers = new Peers()
  assert.ok(peers.list([7, 8], 0))
  peers.hear(7, beat(0), 1)
  peers.hear(8, { ...beat(0), ends: true }, 1)
  assert.ok(peers.list([7], 2))
  assert.equal(peers.list([], 3), false)
  // Also one that was heard and has gone before it was ever listed.
  peers.hear(9, beat(0), 4)
  assert.equal(peers.list([], 5), false)
  assert.ok(peers.list([], 6))
})
