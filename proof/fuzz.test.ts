// No input of any kind makes a call stumble, lie or write what it refuses. The long form is `npm run proof`.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fuzz } from './fuzz.ts'
import { operations, title } from './operations.ts'

const seed = Number(process.env['PROOF_SEED'] ?? 20_261_121)
const runs = Math.ceil(2_000 / operations.length)

for (const operation of operations) {
  test(`${title(operation)} answers ${runs} strange requests as the contract says (seed ${seed})`, async () => {
    const { requests } = await fuzz(operation, { runs, seed })
    assert.equal(requests, runs)
  })
}
