import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { frame, framesOf, send } from './frames.ts'

test('pieces arrive as they were sent, however slowly the other side reads, and nothing of the waiting stays', async () => {
  const stream = new PassThrough({ highWaterMark: 10 })
  const { signal } = new AbortController()
  const pieces = Array.from({ length: 50 }, (_, index) => `Stück ${index}`.repeat(index + 1))
  const sent = (async () => {
    for (const piece of pieces) await send(stream, frame(piece), signal)
    stream.end()
  })()
  const arrived = await Array.fromAsync(framesOf(stream), (piece) => piece.toString())
  await sent
  assert.deepEqual(arrived, pieces)
  assert.equal(getEventListeners(signal, 'abort').length, 0)
  assert.equal(stream.listenerCount('drain'), 0)
})
