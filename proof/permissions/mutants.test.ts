// The permission matrix is no formality: a call that is opened to everyone does not get past it.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Endpoint } from '#contract/endpoint.ts'
import { serve, wholeServer } from '#measure/whole-server.ts'
import { calls, title } from '../calls/calls.ts'
import { faultsOf } from './matrix.ts'

const whole = await wholeServer()
after(() => whole[Symbol.asyncDispose]())

for (const call of calls.filter(({ may }) => may !== 'everyone')) {
  test(`the matrix notices when ${title(call)} is opened to everyone`, async () => {
    const served = await withPermission(call.endpoint, 'everyone')
    const faults = await faultsOf(call, { kontor: whole.kontor, ask: served.ask })
    await served.stop()
    assert.notDeepEqual(faults, [])
  })
}

async function withPermission(endpoint: Endpoint, may: Endpoint['may']) {
  const declared = endpoint.may
  endpoint.may = may
  try {
    return await serve(whole.kontor)
  } finally {
    endpoint.may = declared
  }
}
