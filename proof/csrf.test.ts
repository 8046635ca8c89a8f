// No other site can make a browser change anything here.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { json } from './ask.ts'
import { openSession } from './callers.ts'
import { isSafe, type Operation, operations, title } from './operations.ts'
import { faultOfRefusal } from './refusals.ts'
import { bodyOf, pathsOf } from './samples.ts'
import { wholeServer } from './whole-server.ts'
import { pictureOf } from './written.ts'

const whole = await wholeServer()
after(() => whole[Symbol.asyncDispose]())
const own = `http://127.0.0.1:${whole.port}`
const unsafe = operations.filter((operation) => !isSafe(operation))

type Headers = Record<string, string>
const foreign: Record<string, Headers> = {
  'another site': { 'sec-fetch-site': 'cross-site' },
  'a sibling site': { 'sec-fetch-site': 'same-site' },
  'another site that names our address': { 'sec-fetch-site': 'cross-site', origin: own },
  'a browser that says something unknown': { 'sec-fetch-site': 'same-origin, cross-site' },
  'an older browser on another site': { origin: 'https://evil.example' },
  'a page without an address': { origin: 'null' },
  'our address with a tail': { origin: `${own}.evil.example` },
  'our host with another port': { origin: 'http://127.0.0.1:1' },
  'our address with a path': { origin: `${own}/` },
}
const friendly: Record<string, Headers> = {
  'our own page': { 'sec-fetch-site': 'same-origin', origin: own },
  'the address bar': { 'sec-fetch-site': 'none' },
  'an older browser on our own page': { origin: own },
  'a program that is no browser': {},
}

async function ask(operation: Operation, headers: Headers, body = bodyOf(operation)) {
  const cookie = await openSession(whole.kontor, 'clara')
  const { existing: path } = await pathsOf(whole.kontor, operation)
  const before = await pictureOf(whole.kontor.db)
  return { before, answer: await whole.ask({ method: operation.method, path, cookie, body, headers }) }
}
type Tried = Awaited<ReturnType<typeof ask>>

async function assertRefused({ answer, before }: Tried, statuses: number[], from: string) {
  assert.ok(statuses.includes(answer.status), `${from} is answered ${answer.status}`)
  assert.equal(faultOfRefusal(answer), undefined, from)
  assert.deepEqual(await pictureOf(whole.kontor.db), before, from)
}

const accepts = ({ answer: { status } }: Tried) => status < 400 || status === 404 || status === 409

for (const operation of unsafe) {
  const type = operation.body ? json : {}

  test(`${title(operation)} from a foreign page is refused and writes nothing`, async () => {
    for (const [from, headers] of Object.entries(foreign)) {
      await assertRefused(await ask(operation, { ...type, ...headers }), [403], from)
    }
  })

  test(`${title(operation)} is accepted from our own page and from programs`, async () => {
    for (const [from, headers] of Object.entries(friendly)) {
      assert.ok(accepts(await ask(operation, { ...type, ...headers })), from)
    }
  })

  test(`${title(operation)} takes no body that a foreign form could send`, async () => {
    const bodies: [type: Headers, body: string][] = [
      [{ 'content-type': 'text/plain' }, bodyOf(operation) ?? '{}'],
      [{ 'content-type': 'application/x-www-form-urlencoded' }, 'username=lena&password=x'],
      [{ 'content-type': 'multipart/form-data; boundary=x' }, '--x--'],
      [{ 'content-type': 'application/jsonp' }, '{}'],
      [{}, bodyOf(operation) ?? '{}'],
    ]
    for (const [headers, body] of bodies) {
      const from = headers['content-type'] ?? 'a body without a type'
      await assertRefused(await ask(operation, headers, body), [400, 415], from)
    }
  })
}

for (const operation of unsafe.filter(({ body }) => body)) {
  test(`${title(operation)} without its body is refused`, async () => {
    for (const headers of [{}, json]) {
      await assertRefused(await ask(operation, headers, ''), [400, 415, 422], 'no body')
    }
  })
}

for (const operation of unsafe.filter(({ body }) => !body)) {
  test(`${title(operation)} needs no body`, async () => {
    assert.ok(accepts(await ask(operation, {})))
  })
}

test('behind a proxy only the public address counts as our own', async () => {
  const proxied = await wholeServer({ PUBLIC_URL: 'https://kontor.example' })
  const logOut = async (headers: Headers) =>
    (await proxied.ask({ method: 'POST', path: '/auth/logout/', headers })).status
  assert.equal(await logOut({ origin: 'https://kontor.example' }), 200)
  assert.equal(await logOut({ origin: `http://127.0.0.1:${proxied.port}` }), 403)
  assert.equal(await logOut({ origin: 'http://kontor.example' }), 403)
  assert.equal(await logOut({ origin: 'https://kontor.example.evil.example', host: 'kontor.example' }), 403)
  await proxied[Symbol.asyncDispose]()
})
