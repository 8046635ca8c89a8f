// No other site can make a browser change anything. Tried with one call of each kind, in the proof
// `permissions` with every call.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { cast } from '#demo/cast.ts'
import { type Answer, json } from '#measure/ask.ts'
import { wholeServer } from '#measure/whole-server.ts'
import { openSession } from '#server/testing/app.ts'
import { chosenOf } from '../calls/breadth.ts'
import { type Call, calls, isSafe, title } from '../calls/calls.ts'
import { faultOfRefusal } from '../calls/refusals.ts'
import { bodyOf, pathsOf } from '../calls/samples.ts'
import { hashTables } from '../calls/table-hashes.ts'

const whole = await wholeServer()
after(() => whole[Symbol.asyncDispose]())
const own = `http://127.0.0.1:${whole.port}`
const unsafe = chosenOf(calls.filter((call) => !isSafe(call)))

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
  'our host without its port': { origin: 'http://127.0.0.1' },
  'our host with a name before it': { origin: own.replace('//', '//x@') },
  'our address by https': { origin: own.replace('http:', 'https:') },
}
const friendly: Record<string, Headers> = {
  'our own page': { 'sec-fetch-site': 'same-origin', origin: own },
  'the address bar': { 'sec-fetch-site': 'none' },
  'an older browser on our own page': { origin: own },
  'a program that is no browser': {},
  'an older browser that leaves out the usual port': { host: 'kontor:80', origin: 'http://kontor' },
}

type CsrfAttempt = { headers: Headers; body?: string | undefined }

/** Makes all attempts between two hashes of the database, because hashing costs more than the calls. */
async function assertRefused(call: Call, statuses: number[], tries: Record<string, CsrfAttempt>) {
  const { path, cookie } = await ready(call)
  const before = await hashTables(whole.kontor.db)
  for (const [from, { headers, body = bodyOf(call) }] of Object.entries(tries)) {
    const answer = await whole.ask({ method: call.method, path, cookie, body, headers })
    assert.ok(statuses.includes(answer.status), `${from} is answered ${answer.status}`)
    assert.equal(faultOfRefusal(answer), undefined, from)
  }
  assert.deepEqual(await hashTables(whole.kontor.db), before)
}

async function ready(call: Call) {
  const cookie = await openSession(whole.kontor, cast.clara)
  return { cookie, path: (await pathsOf(whole.kontor, call)).existing }
}

const accepts = ({ status }: Answer) => status < 400 || status === 404 || status === 409

for (const call of unsafe) {
  const type = call.body ? json : {}

  test(`${title(call)} from a foreign page is refused and writes nothing`, async () => {
    const tries = Object.entries(foreign).map(([from, headers]) => [
      from,
      { headers: { ...type, ...headers } },
    ])
    await assertRefused(call, [403], Object.fromEntries(tries))
  })

  test(`${title(call)} is accepted from our own page and from programs`, async () => {
    for (const [from, headers] of Object.entries(friendly)) {
      const called = { method: call.method, body: bodyOf(call), headers: { ...type, ...headers } }
      assert.ok(accepts(await whole.ask({ ...called, ...(await ready(call)) })), from)
    }
  })

  test(`${title(call)} takes no body that a foreign form could send`, async () => {
    await assertRefused(call, [400, 415], {
      text: { headers: { 'content-type': 'text/plain' }, body: bodyOf(call) ?? '{}' },
      'a form': {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'username=lena&password=x',
      },
      'a form with files': { headers: { 'content-type': 'multipart/form-data; boundary=x' }, body: '--x--' },
      'a script’s data': { headers: { 'content-type': 'application/jsonp' }, body: '{}' },
      'a body without a type': { headers: {}, body: bodyOf(call) ?? '{}' },
    })
  })
}

for (const call of unsafe.filter(({ body }) => body)) {
  test(`${title(call)} without its body is refused`, async () => {
    await assertRefused(call, [400, 415, 422], {
      'nothing at all': { headers: {}, body: '' },
      'JSON without JSON': { headers: json, body: '' },
    })
  })
}

for (const call of unsafe.filter(({ body }) => !body)) {
  test(`${title(call)} needs no body`, async () => {
    assert.ok(accepts(await whole.ask({ method: call.method, ...(await ready(call)) })))
  })
}

test('behind a proxy only the public address counts as our own, and browsers are told to come by https', async () => {
  const proxied = await wholeServer({ PUBLIC_URL: 'https://kontor.example' })
  const logOut = async (headers: Headers) =>
    (await proxied.ask({ method: 'POST', path: '/auth/logout/', headers })).status
  assert.equal(await logOut({ origin: 'https://kontor.example' }), 200)
  assert.equal(await logOut({ origin: `http://127.0.0.1:${proxied.port}` }), 403)
  assert.equal(await logOut({ origin: 'http://kontor.example' }), 403)
  assert.equal(await logOut({ origin: 'https://kontor.example.evil.example', host: 'kontor.example' }), 403)
  for (const path of ['/status/', '/ui/', '/users/']) {
    const { headers } = await proxied.ask({ method: 'GET', path })
    assert.equal(headers['strict-transport-security'], 'max-age=31536000', path)
  }
  await proxied[Symbol.asyncDispose]()
})
