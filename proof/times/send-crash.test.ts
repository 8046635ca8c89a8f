import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crashWhileSending } from './send-crash.ts'

test('a server that is killed while it sends times books none twice and loses none', async () => {
  const { kills, bookings } = await crashWhileSending(1)
  assert.ok(kills === 1 && bookings > 0)
})
