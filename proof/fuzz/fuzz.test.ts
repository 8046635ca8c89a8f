// No input of any kind makes a call that reads stumble, lie or write. Those that change something, and the long form: `npm run proof -- requests`.
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
