// Checks the permission matrix itself: it must notice every call that is opened to everyone.
import type { Endpoint } from '#contract/endpoint.ts'
import { serve, type Whole, wholeServer } from '#measure/whole-server.ts'
import { type Call, calls, title } from '../calls/calls.ts'
import { faultsOf } from './matrix.ts'

export const restrictedCalls = calls.filter(({ may }) => may !== 'everyone')

/** Opens one call after the other. Throws if the matrix does not notice one; returns their number. */
export async function openEach(opened: readonly Call[], onProgress: (line: string) => void = () => {}) {
  const whole = await wholeServer()
  for (const call of opened) {
    if (!(await isNoticed(call, whole)))
      throw new Error(`nobody notices that ${title(call)} is open to everyone`)
    onProgress(title(call))
  }
  await whole[Symbol.asyncDispose]()
  return opened.length
}

async function isNoticed(call: Call, { kontor }: Whole) {
  const served = await withPermission(call.endpoint, 'everyone', () => serve(kontor))
  const faults = await faultsOf(call, { kontor, ask: served.ask })
  await served.stop()
  return faults.length > 0
}

async function withPermission<T>(endpoint: Endpoint, may: Endpoint['may'], work: () => Promise<T>) {
  const declared = endpoint.may
  endpoint.may = may
  try {
    return await work()
  } finally {
    endpoint.may = declared
  }
}
