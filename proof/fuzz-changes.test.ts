// No input of any kind makes a call that changes something stumble, lie or write what it refuses.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fuzz, runsInTests, seed } from './fuzz.ts'
import { operations, title } from './operations.ts'

for (const operation of operations.filter(({ method }) => method !== 'GET')) {
  test(`${title(operation)} answers ${runsInTests} strange changes as the contract says (seed ${seed})`, async () => {
    const { requests } = await fuzz(operation, { runs: runsInTests, seed })
    assert.equal(requests, runsInTests)
  })
}
