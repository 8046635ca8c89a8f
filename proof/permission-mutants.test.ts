// The permission matrix is no formality: a call that is opened to everyone does not get past it.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Endpoint } from '#contract/endpoint.ts'
import { faultsOf } from './matrix.ts'
import { operations, title } from './operations.ts'
import { serve, wholeServer } from './whole-server.ts'

const whole = await wholeServer()
after(() => whole[Symbol.asyncDispose]())

for (const operation of operations.filter(({ may }) => may !== 'everyone')) {
  test(`the matrix notices when ${title(operation)} is opened to everyone`, async () => {
    const served = await withPermission(operation.call, 'everyone')
    const faults = await faultsOf(operation, { kontor: whole.kontor, ask: served.ask })
    await served.stop()
    assert.notDeepEqual(faults, [])
  })
}

async function withPermission(call: Endpoint, may: Endpoint['may']) {
  const declared = call.may
  call.may = may
  try {
    return await serve(whole.kontor)
  } finally {
    call.may = declared
  }
}
