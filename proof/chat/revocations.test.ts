import assert from 'node:assert/strict'
import { test } from 'node:test'
import { revoke } from './revocations.ts'

const seed = Number(process.env['PROOF_SEED'] ?? 20_261_121)

test(`who loses a room or their session hears nothing that is said afterwards (seed ${seed})`, async () => {
  const { races, late } = await revoke(8, seed)
  assert.ok(races >= 8 && late >= 8)
})
