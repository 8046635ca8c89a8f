// Every answer has the security headers, whatever its status. Tried with one call of each kind, in the proof
// `permissions` with every call.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { cast } from '#demo/cast.ts'
import { type Answer, type HttpCall, json } from '#measure/ask.ts'
import { wholeServer } from '#measure/whole-server.ts'
import { securityHeaders } from '#server/http/security.ts'
import { openSession } from '#server/testing/app.ts'
import { chosenOf } from '../calls/breadth.ts'
import { calls, isSafe, otherRoutes, title } from '../calls/calls.ts'
import { faultOfRefusal } from '../calls/refusals.ts'
import { bodyOf, pathsOf } from '../calls/samples.ts'
import { withHead } from '../permissions/matrix.ts'

const whole = await wholeServer()
after(() => whole[Symbol.asyncDispose]())
const admin = await openSession(whole.kontor, cast.clara)
const offline = new Set(calls.filter((call) => call.offline).map(({ path }) => path))

function assertGuarded(answer: Answer) {
  for (const [name, value] of Object.entries(securityHeaders(undefined))) {
    assert.equal(answer.headers[name], value, name)
  }
  assert.equal(answer.headers['x-powered-by'], undefined)
}

function assertRefused(answer: Answer, status: number) {
  assert.equal(answer.status, status)
  assertGuarded(answer)
  assert.equal(answer.headers['cache-control'], 'no-store')
  assert.equal(faultOfRefusal(answer), undefined)
}

for (const row of chosenOf(withHead(calls))) {
  test(`${title(row)} carries the security headers and stays in no cache`, async () => {
    const { existing } = await pathsOf(whole.kontor, row)
    const asked: HttpCall = { method: row.method, path: existing }
    const body = bodyOf(row)
    const own = await openSession(whole.kontor, cast.anna)
    const answers = [
      await whole.ask(asked),
      await whole.ask({ ...asked, cookie: admin, ...(body !== undefined && { body, headers: json }) }),
      await whole.ask({ ...asked, cookie: own, headers: json, ...(isSafe(row) ? {} : { body: '{"broken' }) }),
    ]
    // Repeats the request.
    if (isSafe(row)) answers.push(await whole.ask({ ...asked, cookie: admin }))
    for (const answer of answers) {
      assertGuarded(answer)
      assert.equal(answer.headers['cache-control'], 'no-store')
      // Answers that the service worker may store are marked.
      if (!offline.has(row.path)) assert.equal(answer.headers['kontor-offline'], undefined)
    }
  })
}

test('the description, the page, its files and its redirects carry the security headers', async () => {
  const open = otherRoutes.filter(({ may }) => may === 'everyone').map(({ path }) => path.replace('*', ''))
  const paths = [...open, '/ui/assets/app.js', '/ui/users/7']
  for (const path of paths) assertGuarded(await whole.ask({ method: 'GET', path }))
})

test('the description to read has a policy of its own, as strict but for text that becomes HTML', async () => {
  const { 'content-security-policy': policy, ...others } = securityHeaders(undefined)
  const cookie = await openSession(whole.kontor, cast.clara)
  for (const { path } of otherRoutes.filter(({ may }) => may === 'admin')) {
    const { status, headers } = await whole.ask({ method: 'GET', path, cookie })
    assert.equal(status, 200)
    for (const [name, value] of Object.entries(others)) assert.equal(headers[name], value, `${path} ${name}`)
    const own = String(headers['content-security-policy'])
    assert.notEqual(own, policy)
    assert.match(own, /^default-src 'none'; script-src 'self'; style-src 'self';/)
    assert.doesNotMatch(own, /unsafe|https:|\*/)
    assertRefused(await whole.ask({ method: 'GET', path }), 401)
  }
})

test('what is not there is refused with the security headers', async () => {
  for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE']) {
    assertRefused(await whole.ask({ method, path: '/gibt/es/nicht/' }), 404)
  }
  assertRefused(await whole.ask({ method: 'GET', path: '/ui/assets/gone.js' }), 404)
})

test('a body beyond the limit is refused with the security headers', async () => {
  const body = JSON.stringify({ username: 'x'.repeat(2_000_000), password: '' })
  const answer = await whole.ask({
    method: 'POST',
    path: '/auth/login/',
    body,
    headers: json,
    ownConnection: true,
  })
  assertRefused(answer, 413)
})

test('a path that cannot be decoded is refused like any other bad request', async () => {
  for (const path of ['/%', '/%zz/', '/users/%ff', '/ui/%c0%af']) {
    assertRefused(await whole.ask({ method: 'GET', path, ownConnection: true }), 400)
  }
})

test('what is no HTTP is refused like any other bad request', async () => {
  assertRefused(await whole.ask({ method: 'GET', path: '\\', ownConnection: true }), 400)
})
