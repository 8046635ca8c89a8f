import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { limits } from '#server/http/limits.ts'
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
  const names = [...JSON.stringify(description).matchAll(/"#\/components\/schemas\/(\w+)"/g)]
  assert.ok(names.length > 0)
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

test('one name is one shape, which may be missing where it is used', () => {
  const { schemas } = (
    description as unknown as { components: { schemas: Record<string, { type?: unknown }> } }
  ).components
  const names = Object.keys(schemas)
  assert.ok(names.includes('Invitation'))
  assert.deepEqual(
    names.filter((name) => Array.isArray(schemas[name]?.type)),
    [],
  )
  const inWords = JSON.stringify(description)
  assert.ok(inWords.includes('{"anyOf":[{"$ref":"#/components/schemas/Invitation"},{"type":"null"}]}'))
})

test('it says what each call can be refused with, how to be signed in over https, and where a chat is heard live', () => {
  const answers = (method: string, path: string) =>
    Object.keys(description.paths[path]?.[method]?.responses ?? {})
  const has = (method: string, path: string, ...statuses: string[]) => {
    for (const status of statuses)
      assert.ok(answers(method, path).includes(status), `${method} ${path} ${status}`)
  }
  has('post', '/auth/login/', '400', '401', '403', '413', '415', '422', '429')
  has('patch', '/docs/{doc_id}/currentuserdata/', '401', '403', '404', '409', '412', '422')
  has('post', '/chat/{kind}/{room_id}/send_message/', '412')
  has('post', '/happenings/mass_edit/', '404')
  has('get', '/docs/{doc_id}.pdf', '403')
  has('get', '/chat/{kind}/{room_id}/', '101', '401', '404')
  assert.deepEqual(answers('get', '/status/'), ['200', '400', '429', '503', 'default'])
  assert.deepEqual(answers('post', '/auth/logout/'), '200 400 403 413 415 422 429 503 default'.split(' '))
  const { components, paths } = description as unknown as {
    components: { securitySchemes: Record<string, { name?: string; scheme?: string }> }
    paths: Record<string, Record<string, { security: object[] }>>
  }
  assert.deepEqual(
    Object.values(components.securitySchemes).map(({ name, scheme }) => name ?? scheme),
    ['session', 'bearer'],
  )
  assert.deepEqual(paths['/users/current/']?.['get']?.security, [{ session: [] }])
})

test('it says with which scopes a token reaches a call, and where no token comes', () => {
  type Secured = { security: Record<string, string[]>[] }
  const scopesOf = (method: string, path: string) => {
    const call = description.paths[path]?.[method] as unknown as Secured | undefined
    return call?.security.flatMap(({ token = [] }) => token)
  }
  assert.deepEqual(scopesOf('get', '/docs/{doc_id}/'), ['documents:read', 'documents:write'])
  assert.deepEqual(scopesOf('patch', '/docs/{doc_id}/'), ['documents:write'])
  assert.deepEqual(scopesOf('post', '/tokens/'), [])
  assert.deepEqual(scopesOf('patch', '/users/{user_id}/password/'), [])
})

test('a refusal that says more than others is described where it is given', () => {
  const path = '/happenings/{happening_id}/subhappenings/{subhappening_id}/time/'
  type Responses = Record<string, { content: Record<string, { schema: unknown }> }>
  const responses = description.paths[path]?.['patch']?.responses as Responses | undefined
  const schemaOf = (status: string) => responses?.[status]?.content['application/json']?.schema
  assert.deepEqual(schemaOf('409'), { $ref: '#/components/schemas/TimesDisputed' })
  assert.deepEqual(schemaOf('403'), { $ref: '#/components/schemas/Refusal' })
})

test('whoever has the description already is told so, and a network is not given it without end', async () => {
  const limited = {
    ...limits,
    rates: { ...limits.rates, descriptions: { ...limits.rates.descriptions, most: 2 } },
  }
  await using world = await testApp({}, { limits: limited })
  const nobody = world.client()
  const { headers } = await nobody.get('/openapi.json')
  const known = { headers: { 'if-none-match': String(headers['etag']) } }
  for (const _ of [1, 2, 3]) assert.equal((await nobody.get('/openapi.json', known)).status, 304)
  assert.equal((await nobody.get('/openapi.json')).status, 200)
  const refused = await nobody.get('/openapi.json')
  assert.equal(refused.status, 429)
  assert.match(String(refused.body['details']), /^Von hier wurde die Beschreibung/)
  assert.equal((await nobody.get('/openapi.json', { address: '198.51.100.3' })).status, 200)
})
