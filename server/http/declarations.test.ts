import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'

const calls = Object.entries(api).flatMap(([domain, declared]) =>
  Object.entries(declared as Record<string, Endpoint>).map(
    ([name, endpoint]) => [`${domain}.${name}`, endpoint] as const,
  ),
)
test('only reads of one’s own view can be kept on a device', () => {
  for (const [name, { offline, method, may }] of calls)
    if (offline) assert.ok(method === 'GET' && may !== 'admin' && may !== 'everyone', name)
})
