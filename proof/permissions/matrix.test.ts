// Only the permission in the contract decides: each route is tried with a caller of each rank. Callers who have
// lost their rank, and other spellings of a path, are tried with one route of each kind; with every route in
// `npm run proof -- permissions`.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Type } from 'typebox'
import type { Endpoint } from '#contract/endpoint.ts'
import { del, get, put } from '#contract/endpoint.ts'
import { Body, Id, SuccessAnswer } from '#contract/shapes.ts'
import { cast } from '#demo/cast.ts'
import { json } from '#measure/ask.ts'
import { serve, wholeServer } from '#measure/whole-server.ts'
import { buildApp } from '#server/app.ts'
import { serve as serveDomain } from '#server/http/serve.ts'
import { openSession } from '#server/testing/app.ts'
import { chosenOf } from '../calls/breadth.ts'
import { callers, expected, ranks } from '../calls/callers.ts'
import { type Call, calls, otherRoutes, routeOf, title } from '../calls/calls.ts'
import { bodyOf, pathsOf } from '../calls/samples.ts'
import { hashTables } from '../calls/table-hashes.ts'
import { faultsOf, faultsOfAdmissions, faultsOfRefusals, type Row, withHead } from './matrix.ts'
import { openEach, restrictedCalls } from './mutants.ts'
import { pathVariants } from './path-variants.ts'

const whole = await wholeServer()
after(() => whole[Symbol.asyncDispose]())

const pages: Row[] = otherRoutes.map(({ path, may }) => ({
  method: 'GET',
  path: path.replace('*', 'users'),
  may,
}))
const rows = withHead([...calls, ...pages])

test('the routes of the server are the calls of the contract, and a short list beside them', () => {
  const known = withHead([
    ...calls.map((call) => ({ ...call, path: routeOf(call.path) })),
    ...otherRoutes.map((row): Row => ({ method: 'GET', ...row })),
  ])
  const served = whole.routes.map(({ method, url }) => `${method} ${url}`)
  assert.deepEqual(served.sort(), known.map(title).sort())
})

test('the description of the API names the same calls, each with its permission', async () => {
  const { text } = await whole.ask({ method: 'GET', path: '/openapi.json' })
  const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, { 'x-permission': string }>> }
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, call]) => `${method.toUpperCase()} ${path} ${call['x-permission']}`,
    ),
  )
  // The service worker is no call of the contract, but the description contains it.
  assert.deepEqual(
    described.sort(),
    [...calls.map((call) => `${title(call)} ${call.may}`), 'GET /sw.js everyone'].sort(),
  )
})

/** Routes per batch: hashing the database before and after costs more than the calls. */
const TOGETHER = 20
const chosen = chosenOf(rows)
// HEAD is answered by the route of GET, so one HEAD of each kind is enough.
const others = rows.filter((row) => !chosen.includes(row) && row.method !== 'HEAD')
for (const [some, knockers] of [
  [chosen, callers],
  [others, ranks],
] as const) {
  for (let from = 0; from < some.length; from += TOGETHER) {
    const batch = some.slice(from, from + TOGETHER)
    const between = `${title(batch[0] as Row)} … ${title(batch.at(-1) as Row)}`
    test(`${between}: who lacks the permission is refused, and nothing is written`, async () => {
      assert.deepEqual(await faultsOfRefusals(batch, whole, knockers), [])
    })
  }
  for (const row of some)
    test(`${title(row)} is open to whoever has the permission '${row.may}'`, async () => {
      assert.deepEqual(await faultsOfAdmissions(row, whole, knockers), [])
    })
}

test('no other spelling of a path opens what the path itself refuses', async () => {
  for (const row of chosen) {
    for (const caller of callers.filter(({ rank }) => expected(row.may, rank) !== 'allowed').slice(0, 2)) {
      const cookie = await caller.open(whole)
      for (const path of pathVariants((await pathsOf(whole.kontor, row)).existing)) {
        const answer = await knock(row, path, cookie)
        // Below /ui, every path that is no file is answered with the app's HTML, which contains no data.
        const isRefused =
          [400, 401, 403, 404].includes(answer.status) ||
          String(answer.headers['content-type']).startsWith('text/html')
        assert.ok(isRefused, `${caller.name}: ${row.method} ${path} answers ${answer.status} ${answer.text}`)
      }
    }
  }
})

test('a call that asks for the password anew refuses whoever gave it long ago, and writes nothing', async () => {
  const { db } = whole.kontor
  const cookie = await openSession(whole.kontor, cast.clara)
  await db
    .updateTable('sessions')
    .set({ confirmed_at: new Date(Date.now() - 13 * 3_600_000) })
    .execute()
  const before = await hashTables(db)
  const faults: string[] = []
  // Needs a provider, which these settings lack; it is tested in server/providers/link-account.test.ts.
  for (const call of calls.filter(({ confirmed, name }) => confirmed && name !== 'providers.link')) {
    const answer = await knock(call, (await pathsOf(whole.kontor, call)).existing, cookie)
    const { detail } = JSON.parse(answer.text) as { detail: string }
    if (answer.status !== 403 || detail !== 'Reauthentication Required')
      faults.push(`${title(call)}: ${answer.status} ${answer.text}`)
  }
  assert.deepEqual(faults, [])
  assert.deepEqual(await hashTables(db), before)
})

function knock(row: Row, path: string, cookie: string | undefined) {
  const body = bodyOf(row)
  const headers = body === undefined ? {} : json
  return whole.ask({ method: row.method, path, cookie, body, headers })
}

test('it is noticed when a call is opened to everyone, whatever its permission', async () => {
  const one = (may: Endpoint['may']) => restrictedCalls.find((call) => call.may === may) as Call
  assert.equal(await openEach([one('staff'), one('happenings'), one('admin')]), 3)
})

test('a route that names no permission keeps the server from starting', async () => {
  const app = await buildApp(whole.kontor)
  assert.throws(() => app.get('/forgotten/', () => 'open to all'), /GET \/forgotten\/ names no permission/)
  await app.close()
})

const thing = { params: Type.Object({ user_id: Id }), answer: SuccessAnswer }
const nothing = () => undefined
const things = {
  look: get('/things/', { ...thing, params: Type.Object({}), says: '', may: 'happenings' }),
  keep: put('/things/{user_id}/', { ...thing, says: '', may: 'admin', body: Body({ name: Type.String() }) }),
  drop: del('/things/{user_id}/', { ...thing, says: '', may: 'happenings' }),
}

test('permissions and paths of a form that the contract does not use yet hold as well', async () => {
  const served = await serve(whole.kontor, (app) =>
    serveDomain(app, things, { look: nothing, keep: nothing, drop: nothing }),
  )
  const world = { kontor: whole.kontor, ask: served.ask }
  for (const row of withHead(Object.values<Endpoint>(things)))
    assert.deepEqual(await faultsOf(row, world), [], title(row))
  await served.stop()
})
