import assert from 'node:assert/strict'
import { test } from 'node:test'
import { throwUpgrades } from './upgrades.ts'

const seed = Number(process.env['PROOF_SEED'] ?? 20_261_121)

test(`hostile requests for a live connection let nobody in and leave nothing behind (seed ${seed})`, async () => {
  const { tries, entered } = await throwUpgrades(300, seed)
  assert.ok(tries === 300 && entered > 2)
})
