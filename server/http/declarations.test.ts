import assert from 'node:assert/strict'
import { test } from 'node:test'
import Fastify from 'fastify'
import { Compile } from 'typebox/compile'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'

const calls = Object.entries(api).flatMap(([domain, declared]) =>
  Object.entries(declared as Record<string, Endpoint>).map(
    ([name, endpoint]) => [`${domain}.${name}`, endpoint] as const,
  ),
)
/** Contradictory declarations are refused with a reason. */
const reasonOf = (make: () => unknown) => {
  try {
    make()
    return undefined
  } catch (error) {
    return String(error)
  }
}

test('only reads of one’s own view can be kept on a device', () => {
  for (const [name, { offline, method, may }] of calls)
    if (offline) assert.ok(method === 'GET' && may !== 'admin' && may !== 'everyone', name)
})

test('what a server makes of a call with its first request can be made of every call', async () => {
  const found: string[] = []
  const note = (name: string, what: string, make: () => unknown) => {
    const reason = reasonOf(make)
    if (reason !== undefined) found.push(`${name}, ${what}: ${reason}`)
  }
  const app = Fastify()
  app.get('/', (_request, reply) => {
    for (const [name, { params, query, body, answer }] of calls) {
      for (const [what, schema] of Object.entries({ params, query, body }))
        if (schema) note(name, what, () => Compile(schema))
      if (!('contentMediaType' in answer))
        note(name, 'answer', () => reply.compileSerializationSchema(answer as Record<string, unknown>))
    }
    return ''
  })
  assert.equal((await app.inject('/')).statusCode, 200)
  assert.ok(calls.length > 100)
  assert.deepEqual(found, [])
})
