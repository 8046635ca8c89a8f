// Tries calls with tokens of every scope: a read token must not write, and calls without a scope must be out of
// reach. Single scopes are tried with one call of each kind, in the proof `permissions` with every call.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { scopesFor } from '#contract/token-reach.ts'
import type { TokenScope } from '#contract/tokens.ts'
import { tokenScopes } from '#contract/words/tokens.ts'
import { cast } from '#demo/cast.ts'
import { json } from '#measure/ask.ts'
import { wholeServer } from '#measure/whole-server.ts'
import { openSession } from '#server/testing/app.ts'
import { triesEveryCall } from '../calls/breadth.ts'
import { type Call, calls, isSafe, title } from '../calls/calls.ts'
import { faultOfRefusal } from '../calls/refusals.ts'
import { bodyOf, pathsOf } from '../calls/samples.ts'
import { hashTables } from '../calls/table-hashes.ts'

const whole = await wholeServer()
after(() => whole[Symbol.asyncDispose]())

async function tokenWith(scopes: readonly TokenScope[]): Promise<string> {
  const cookie = await openSession(whole.kontor, cast.clara)
  const body = JSON.stringify({ name: scopes.join(' ').slice(0, 60), scopes })
  const { status, text } = await whole.ask({ method: 'POST', path: '/tokens/', cookie, body, headers: json })
  assert.equal(status, 200, text)
  return (JSON.parse(text) as { token: string }).token
}

async function knock(call: Call, token: string) {
  const body = bodyOf(call)
  return whole.ask({
    method: call.method,
    path: (await pathsOf(whole.kontor, call)).existing,
    body,
    headers: { ...(body !== undefined && json), authorization: `Bearer ${token}` },
  })
}

const readScopes = tokenScopes.filter((scope) => scope.endsWith(':read'))
const everything = await tokenWith(tokenScopes)
const onlyReads = await tokenWith(readScopes)
/** Calls opened by their body or a cookie, for which a token makes no difference. */
const isClosed = ({ may }: Call) => may !== 'everyone'

test('no call is reached that signs in, or keeps what people prove themselves by, or that asks for the password again', () => {
  const reached = calls.filter(({ endpoint }) => scopesFor(endpoint).length > 0)
  assert.ok(reached.length > 50)
  const never =
    /^(auth|passkeys|factors|tokens|webhooks|invitations|providers|privacy|backups|operation|push|chat)\./
  assert.deepEqual(
    reached.filter(
      ({ name, confirmed, may, session }) => never.test(name) || confirmed || session || may === 'everyone',
    ),
    [],
  )
})

test('a token with all scopes that read writes nothing, whatever call it tries', async () => {
  const unsafe = calls.filter((call) => !isSafe(call) && isClosed(call))
  await knock(unsafe[0] as Call, onlyReads)
  const before = await hashTables(whole.kontor.db)
  for (const call of unsafe) {
    const answer = await knock(call, onlyReads)
    assert.equal(answer.status, 403, title(call))
    assert.equal(faultOfRefusal(answer), undefined, title(call))
  }
  assert.ok(isDeepStrictEqual(await hashTables(whole.kontor.db), before))
})

test('what no scope names a token with all of them is refused, reads too', async () => {
  const beyond = calls.filter((call) => isClosed(call) && scopesFor(call.endpoint).length === 0)
  assert.ok(beyond.length > 50)
  for (const call of beyond) assert.equal((await knock(call, everything)).status, 403, title(call))
})

test('each scope opens the calls that name it, and no other', async () => {
  const single = new Map<TokenScope, string>()
  for (const scope of tokenScopes) single.set(scope, await tokenWith([scope]))
  const reads = calls.filter((call) => isSafe(call) && isClosed(call))
  const kinds = Map.groupBy(reads, ({ endpoint }) => scopesFor(endpoint).join())
  for (const call of triesEveryCall ? reads : [...kinds.values()].flatMap(([first]) => first ?? []))
    for (const [scope, token] of single) {
      const { status } = await knock(call, token)
      const isOpen = scopesFor(call.endpoint).includes(scope)
      assert.equal(status === 403, !isOpen, `${title(call)} with ${scope}: ${status}`)
      assert.ok(status < 500, `${title(call)} with ${scope}: ${status}`)
    }
})

test('a token with all scopes is let do what they name, as its owner', async () => {
  for (const call of calls.filter((one) => !isSafe(one) && scopesFor(one.endpoint).length > 0)) {
    const { status } = await knock(call, everything)
    assert.ok(status < 500 && status !== 401 && status !== 403, `${title(call)}: ${status}`)
  }
})
