import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { testApp } from '#server/testing/app.ts'

const kontor = await testApp({ APP_NAME: 'Haus am Platz' })
after(() => kontor[Symbol.asyncDispose]())

type Described = {
  openapi: string
  info: { title: string; version: string }
  paths: Record<string, Record<string, { 'x-permission': string; responses: Record<string, unknown> }>>
}
const description = (await kontor.client().get('/openapi.json')).body as Described

test('the description is OpenAPI 3.1.0, version 0.1.0, and bears the name of the installation', () => {
  assert.equal(description.openapi, '3.1.0')
  assert.deepEqual(description.info, { title: 'Haus am Platz', version: '0.1.0' })
})

test('it describes every call of the contract, with its permission, and no other', () => {
  const calls = Object.values(api).flatMap((domain) => Object.values(domain as Record<string, Endpoint>))
  const expected = calls.map(({ method, path, may }) => `${method} ${path} ${may}`)
  const described = Object.entries(description.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(
      ([method, operation]) => `${method.toUpperCase()} ${path} ${operation['x-permission']}`,
    ),
  )
  assert.deepEqual(described.toSorted(), expected.toSorted())
})

test('it says what headers choose an answer, and what an answer says in its own', () => {
  type Operation = {
    parameters: { name: string; in: string }[]
    responses: Record<string, { headers?: object; content?: object }>
  }
  const operation = (method: string, path: string) =>
    description.paths[path]?.[method] as unknown as Operation
  const sent = ({ parameters }: Operation) =>
    parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name)
  const headersOf = ({ responses }: Operation, status: string) =>
    Object.keys(responses[status]?.headers ?? {})

  for (const path of ['/docs/{doc_id}/', '/users/groups/']) {
    const read = operation('get', path)
    assert.deepEqual(sent(read), ['If-None-Match'])
    assert.deepEqual(headersOf(read, '200'), ['ETag'])
    assert.deepEqual(headersOf(read, '304'), ['ETag'])
    assert.equal(read.responses['304']?.content, undefined)
  }
  const save = operation('patch', '/docs/{doc_id}/')
  assert.deepEqual([sent(save), headersOf(save, '200')], [['If-Match'], ['ETag']])
  assert.ok(save.responses['412'])
  for (const path of ['/auth/login/', '/auth/logout/'])
    assert.deepEqual(headersOf(operation('post', path), '200'), ['Set-Cookie'])
  for (const operations of Object.values(description.paths)) {
    for (const one of Object.values(operations) as unknown as Operation[])
      for (const status of ['429', '503']) assert.deepEqual(headersOf(one, status), ['Retry-After'])
  }
})

test('every reference in it leads somewhere', () => {
  const names = JSON.stringify(description).matchAll(/"#\/components\/schemas\/(\w+)"/g)
  for (const [, name = ''] of names) {
    assert.ok(
      (description as unknown as { components: { schemas: object } }).components.schemas[name as never],
      name,
    )
  }
})

test('what may be null says so among its words, too', () => {
  const found: unknown[][] = []
  JSON.parse(JSON.stringify(description), (_, value: { type?: unknown; enum?: unknown[] } | null) => {
    if (Array.isArray(value?.type) && value.type.includes('null') && value.enum) found.push(value.enum)
    return value
  })
  assert.ok(found.length > 0)
  for (const words of found) assert.ok(words.includes(null), JSON.stringify(words))
})
