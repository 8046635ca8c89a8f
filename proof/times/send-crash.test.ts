import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crashWhileSending } from './send-crash.ts'

test('a server that is killed while it sends times books none twice and loses none', async () => {
  const { kills, bookings } = await crashWhileSending(3)
  assert.ok(kills === 3 && bookings > 0)
})
