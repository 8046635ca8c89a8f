// No input of any kind makes a call that changes something stumble, lie or write what it refuses.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calls, title } from '../calls/calls.ts'
import { fuzz, runsInTests, seed } from './fuzz.ts'

for (const call of calls.filter(({ method }) => method !== 'GET')) {
  test(`${title(call)} answers ${runsInTests} strange changes as the contract says (seed ${seed})`, async () => {
    const { requests } = await fuzz(call, { runs: runsInTests, seed })
    assert.equal(requests, runsInTests)
  })
}
