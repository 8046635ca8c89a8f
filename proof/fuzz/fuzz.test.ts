// Reading calls answer without an error, as declared, and write nothing, whatever their input is. Changing
// calls and the long run: `npm run proof -- requests`.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { wholeServer } from '#measure/whole-server.ts'
import { calls, title } from '../calls/calls.ts'
import { fuzz, runsInTests, seed } from './fuzz.ts'

const whole = await wholeServer()
after(() => whole[Symbol.asyncDispose]())

for (const call of calls.filter(({ method }) => method === 'GET')) {
  test(`${title(call)} answers ${runsInTests} strange requests as the contract says (seed ${seed})`, async () => {
    const { requests } = await fuzz(call, { runs: runsInTests, seed }, whole)
    assert.equal(requests, runsInTests)
  })
}
