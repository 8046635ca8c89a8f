// Log lines of a request, and its request id.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { cast } from '#demo/cast.ts'
import { buildApp } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import { testApp } from '#server/testing/app.ts'

const kontor = await testApp()
after(() => kontor[Symbol.asyncDispose]())
const anna = await kontor.as(cast.anna)
const annaId = await kontor.userId(cast.anna)

type Line = Record<string, unknown>
async function logged(
  settings: Partial<Config>,
  ask: (app: Awaited<ReturnType<typeof buildApp>>) => Promise<unknown>,
): Promise<Line[]> {
  const lines: string[] = []
  const config = { ...kontor.kontor.config, ...settings }
  const app = await buildApp(
    { ...kontor.kontor, config },
    { log: { write: (line) => void lines.push(line) } },
  )
  await ask(app)
  await app.close()
  return lines.map((line) => JSON.parse(line) as Line)
}
const proxy = '127.0.0.1'
const cookie = anna.cookie ?? ''

test('levels are named', async () => {
  const [line] = await logged({ logLevel: 'warn' }, (app) =>
    app.inject({ url: '/users/', headers: { cookie } }),
  )
  assert.equal(line?.['level'], 'warn')
  assert.equal(line['event'], 'refused.forbidden')
})

test('a request keeps the name that a trusted proxy gives it, in the answer and in the log', async () => {
  const headers = { 'x-request-id': 'edge-7f3a.12', cookie }
  const [line] = await logged({ logLevel: 'warn' }, async (app) => {
    const answer = await app.inject({ url: '/users/', headers, remoteAddress: proxy })
    assert.equal(answer.headers['x-request-id'], 'edge-7f3a.12')
  })
  assert.equal(line?.['request_id'], 'edge-7f3a.12')
})

test('a name from anybody else, or one that is more than a name, is not taken', async () => {
  const answered = async (name: string, remoteAddress: string) =>
    (await kontor.app.inject({ url: '/health/live', headers: { 'x-request-id': name }, remoteAddress }))
      .headers['x-request-id']
  const ours = /^[0-9a-f]{8}-[0-9a-f-]{27}$/
  assert.match(String(await answered('edge-1', '203.0.113.9')), ours)
  for (const name of ['a'.repeat(65), 'a b', 'a"b', 'ä', 'a;b', ''])
    assert.match(String(await answered(name, proxy)), ours, name)
  assert.equal(await answered('a'.repeat(64), proxy), 'a'.repeat(64))
})

test('each answer has a name of its own, also one that is asked again and one to what leads nowhere', async () => {
  const { url } = await kontor.listen()
  const names: (string | null)[] = []
  for (const path of ['/users/current/', '/users/current/', '/users/current/', '/none', '/%zz']) {
    const answer = await fetch(`${url}${path}`, { headers: { cookie } })
    await answer.text()
    names.push(answer.headers.get('x-request-id'))
  }
  assert.equal(new Set(names).size, 5)
  assert.ok(names.every((name) => name !== null && name !== ''))
})

test('the number that somebody is told leads to the line, the request and the row under „Betrieb“', async () => {
  let reference = ''
  let id = ''
  const lines = await logged({ logLevel: 'error' }, async (app) => {
    // A bug: an unexpected error, not a refusal.
    app.sessions.callerOf = () => Promise.reject(new TypeError('words that somebody wrote: secret'))
    const answer = await app.inject({ url: '/docs/7/?filter=secret', headers: { cookie } })
    assert.equal(answer.statusCode, 500)
    reference = /Nummer ([0-9a-f]{12})/.exec(answer.payload)?.[1] ?? ''
    id = String(answer.headers['x-request-id'])
  })
  const [line] = lines
  assert.deepEqual(
    [line?.['reference'], line?.['request_id'], line?.['route']],
    [reference, id, 'GET /docs/{doc_id}/'],
  )
  const row = await kontor.kontor.db
    .selectFrom('failures')
    .where('reference', '=', reference)
    .selectAll()
    .executeTakeFirstOrThrow()
  assert.deepEqual([row.what, row.route, row.request_id], ['TypeError', 'GET /docs/{doc_id}/', id])
  assert.match(String(row.place), /^server\/http\/log\.test\.ts:\d+$/)
  assert.doesNotMatch(JSON.stringify([line, row]), /secret/)
})

test('work that finds no database is a warning, and no failure of the program', async () => {
  const gone = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' })
  const [line, ...more] = await logged({ logLevel: 'warn' }, async (app) => app.failures.tell(gone, app.log))
  assert.deepEqual(
    [line?.['level'], line?.['event'], line?.['code']],
    ['warn', 'database.away', 'ECONNREFUSED'],
  )
  assert.deepEqual([line?.['reference'], more], [undefined, []])
})

test('with ACCESS_LOG there is a line for each request, with its route and without what was typed', async () => {
  const lines = await logged({ logLevel: 'error', accessLog: '1' }, async (app) => {
    const url = '/docs/?filter=Blaubeere'
    const answer = await app.inject({ url, headers: { cookie }, remoteAddress: '203.0.113.9' })
    assert.equal(answer.statusCode, 200)
    await app.inject({ url: '/Blaubeere', remoteAddress: '203.0.113.9' })
  })
  assert.doesNotMatch(JSON.stringify(lines), /Blaubeere/)
  const [known, unknown] = lines
  const { time, pid, hostname, ms, request_id, bytes, ...rest } = known ?? {}
  assert.deepEqual(rest, {
    level: 'info',
    event: 'request',
    method: 'GET',
    route: '/docs/',
    status: 200,
    user_id: annaId,
    address: '203.0.113.9',
    msg: 'request',
  })
  assert.ok([time, pid, ms, bytes].every((value) => typeof value === 'number'))
  assert.ok([hostname, request_id].every((value) => typeof value === 'string'))
  assert.deepEqual([unknown?.['route'], unknown?.['status']], ['unknown', 404])
})

test('without it there is none', async () => {
  const lines = await logged({ logLevel: 'trace' }, (app) =>
    app.inject({ url: '/docs/', headers: { cookie } }),
  )
  assert.ok(lines.every(({ event }) => event !== 'request'))
})
