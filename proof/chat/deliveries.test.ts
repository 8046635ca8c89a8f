import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deliver } from './deliveries.ts'

const seed = Number(process.env['PROOF_SEED'] ?? 20_261_121)

test(`who listens misses nothing and hears nothing twice, whatever breaks (seed ${seed})`, async () => {
  const size = { nodes: 2, rooms: 2, listeners: 50, messages: 220, calm: 150 }
  const { messages, deliveries, returns } = await deliver(size, seed)
  assert.ok(messages === 220 && deliveries > 1_000 && returns > 0)
})
