import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request as ask, type ClientRequest, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { api } from '#contract/api.ts'
import { defaultBodyLimits, type Endpoint, type RateLimit } from '#contract/endpoint.ts'
import { cast } from '#demo/cast.ts'
import { type Client, testApp } from '#server/testing/app.ts'
import { newRoom } from '#server/testing/chat-room.ts'
import { until } from '#server/testing/until.ts'
import { limits, type Table } from './limits.ts'

type RateName = keyof Table['rates']
/** In seconds: budgets refill so slowly that none recovers during a test. */
const LONG = 100_000
const few = (names: RateName[], most: number): Table => ({
  ...limits,
  rates: {
    ...limits.rates,
    ...Object.fromEntries(names.map((name) => [name, { ...limits.rates[name], most, seconds: LONG }])),
  },
})
const kontor = await testApp()
after(() => kontor[Symbol.asyncDispose]())
const { port } = await kontor.listen()

/** Sends the request `times` times, one after another. */
async function timesOf(client: Client, times: number, path: string, address?: string) {
  const answers = []
  for (let nr = 0; nr < times; nr++) answers.push(await client.get(path, address ? { address } : {}))
  return answers
}
const codes = (answers: { status: number }[]) => answers.map(({ status }) => status)

test('a person has so many requests on all devices together; the next one is not touched', async () => {
  await using world = await testApp({}, { limits: few(['requests'], 6) })
  const [phone, desk, bruno] = [
    await world.as(cast.anna),
    await world.as(cast.anna),
    await world.as(cast.bruno),
  ]
  // The first request of each session counts for the address, because the session is not cached yet.
  assert.deepEqual(codes(await timesOf(phone, 4, '/users/current/')), [200, 200, 200, 200])
  assert.deepEqual(codes(await timesOf(desk, 4, '/docs/')), [200, 200, 200, 200])
  const [refused] = await timesOf(phone, 1, '/users/current/')
  assert.equal(refused?.status, 429)
  assert.ok(Number(refused?.headers['retry-after']) > 0)
  assert.equal(refused?.body['details'], limits.rates.requests.sentence)
  assert.equal(refused?.headers['x-content-type-options'], 'nosniff')
  assert.deepEqual(codes(await timesOf(bruno, 3, '/users/current/')), [200, 200, 200])
})

test('who is not signed in is counted by address, of IPv6 by the /64; the next address is not touched', async () => {
  await using world = await testApp({}, { limits: few(['unknown_requests'], 3) })
  const nobody = world.client()
  for (const nr of [1, 2, 3]) await nobody.get('/status/', { address: `2001:db8:1:1::${nr}` })
  assert.equal((await nobody.get('/status/', { address: '2001:db8:1:1:ffff::9' })).status, 429)
  assert.equal((await nobody.get('/status/', { address: '2001:db8:1:2::1' })).status, 200)
  assert.equal((await nobody.get('/nowhere/', { address: '2001:db8:1:1::1' })).status, 429)
})

test('changes have a limit beside reads', async () => {
  await using world = await testApp({}, { limits: few(['changes'], 2) })
  const [clara, bruno] = [await world.as(cast.clara), await world.as(cast.bruno)]
  for (const client of [clara, bruno]) await client.get('/users/current/')
  const put = (client: Client) => client.send('PUT', '/users/current/pushwishes/', {})
  assert.deepEqual(codes([await put(clara), await put(clara), await put(clara)]), [422, 422, 429])
  assert.equal((await clara.get('/docs/')).status, 200)
  assert.equal((await put(bruno)).status, 422)
})

/** All calls that declare a limit of their own. */
const calls = Object.values(api as unknown as Record<string, Record<string, Endpoint>>)
  .flatMap((domain) => Object.values(domain))
  .filter((call): call is Endpoint & { limit: RateLimit } => call.limit !== undefined)

test('each call that costs more than a read is refused where it is one too many, and to nobody else', async () => {
  const names = calls.map(({ limit }) => limit).filter((name) => name !== 'searches')
  await using world = await testApp({}, { limits: few(names, 1) })
  for (const { method, path, limit } of calls) {
    if (limit === 'searches') continue
    const url = path.replace(/\{\w+\}/g, '999999')
    // New administrators for each call, since earlier calls have used up the budgets of theirs.
    const mine = await administrator(world)
    const other = await administrator(world)
    assert.notEqual((await mine.send(method, url, {})).status, 429, path)
    const refused = await mine.send(method, url, {})
    assert.equal(refused.status, 429, path)
    assert.equal(refused.body['details'], limits.rates[limit].sentence, path)
    assert.ok(Number(refused.headers['retry-after']) > 0, path)
    assert.notEqual((await other.send(method, url, {})).status, 429, path)
  }
})

let number = 0
async function administrator(world: typeof kontor) {
  const username = `chefin-${++number}`
  await world.kontor.db.insertInto('users').values({ username, is_admin: true }).execute()
  return world.as({ ...cast.clara, username })
}

test('every call that may take long or much names what it is counted as', () => {
  const unnamed = Object.entries(api as unknown as Record<string, Record<string, Endpoint>>).flatMap(
    ([domain, all]) =>
      Object.entries(all)
        .filter(([, { limit }]) => limit === undefined)
        .filter(
          ([, { query, answer, path }]) =>
            Object.hasOwn((query as { properties?: object })?.properties ?? {}, 'filter') ||
            /spreadsheet|pdf/.test(String((answer as { contentMediaType?: string }).contentMediaType)) ||
            /\/(sync|test|mass_edit|copy|reset|send_times|password)\/$/.test(path),
        )
        .map(([name]) => `${domain}.${name}`),
  )
  assert.deepEqual(unnamed, [])
})

const MB = 1024 * 1024
/** Sends the beginning of a message and never the rest. */
function beginMessage(cookie: string | undefined, room: number, bytes: number | 'unknown') {
  const length = bytes === 'unknown' ? {} : { 'content-length': String(bytes) }
  const headers = { cookie: cookie ?? '', 'content-type': 'application/json', ...length }
  const path = `/chat/groups/${room}/send_message/`
  const asked = ask({ port, host: '127.0.0.1', method: 'POST', path, headers })
  asked.on('error', () => {})
  asked.write('{"message":"')
  return asked
}
const answerTo = async (asked: ClientRequest) => {
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  return { status: answer.statusCode, again: answer.headers['retry-after'], body: await text(answer) }
}
const held = () => kontor.kontor.budgets.running('large_bodies')
test('a person sends four large bodies at a time; a fifth is refused before it is read, another person’s is not', async () => {
  const { id: room } = await newRoom(kontor, cast.anna, cast.bruno)
  const [anna, bruno] = [await kontor.as(cast.anna), await kontor.as(cast.bruno)]
  const sizes = [2 * MB, 'unknown', MB, MB] as const
  const first = sizes.map((size) => beginMessage(anna.cookie, room, size))
  await until(() => held() === 4)
  const fifth = beginMessage(anna.cookie, room, 2 * MB)
  const { status, again, body } = await answerTo(fifth)
  assert.deepEqual([status, again], [429, '2'])
  assert.equal(JSON.parse(body).details, limits.atOnce.large_bodies.sentence)
  const others = beginMessage(bruno.cookie, room, 2 * MB)
  await until(() => held() === 5)
  for (const asked of [...first, fifth, others]) asked.destroy()
  await until(() => held() === 0)
  const small = await anna.send('POST', `/chat/groups/${room}/send_message/`, { message: 'Kurz' })
  assert.equal(small.status, 200)
})

test('a large message is refused before it is sent where its author has no part', async () => {
  const { id: room } = await newRoom(kontor, cast.anna)
  const bruno = await kontor.as(cast.bruno)
  const asked = beginMessage(bruno.cookie, room, 8 * MB)
  assert.equal((await answerTo(asked)).status, 404)
  asked.destroy()
})

test('a person has so many requests at a time, and the rest waits; beyond that it is refused; the next person is not touched', async () => {
  const [anna, bruno] = [await kontor.as(cast.anna), await kontor.as(cast.bruno)]
  await anna.get('/users/current/')
  const { budgets } = kontor.kontor
  const id = await kontor.userId(cast.anna)
  const { most, waiting, sentence } = limits.atOnce.requests_at_once
  const open = Array.from({ length: most }, () => budgets.acquireNow('requests_at_once', id))
  const waits = Array.from({ length: waiting }, () => anna.get('/users/current/'))
  const refused = await anna.get('/docs/')
  assert.deepEqual([refused.status, refused.body['details']], [429, sentence])
  assert.equal((await bruno.get('/docs/')).status, 200)
  for (const close of open) close()
  assert.deepEqual(new Set(codes(await Promise.all(waits))), new Set([200]))
  assert.equal(budgets.running('requests_at_once'), 0)
})

test('whoever leaves while their request waits for its turn gives the place back', async () => {
  const elif = await kontor.as(cast.elif)
  await elif.get('/users/current/')
  const { budgets } = kontor.kontor
  const id = await kontor.userId(cast.elif)
  const { most } = limits.atOnce.requests_at_once
  const open = Array.from({ length: most }, () => budgets.acquireNow('requests_at_once', id))
  const headers = { cookie: elif.cookie ?? '' }
  const asked = Array.from({ length: 5 }, () =>
    ask({ port, host: '127.0.0.1', path: '/docs/', headers }).on('error', () => {}),
  )
  const arrived = asked.map((one) => {
    one.end()
    return once(one, 'finish')
  })
  await Promise.all(arrived)
  for (const one of asked) one.destroy()
  for (const close of open) close()
  await until(() => budgets.running('requests_at_once') === 0)
  assert.equal((await elif.get('/docs/')).status, 200)
})

test('the metrics say who was refused for what, and what is held', async () => {
  const { text } = await kontor.client().get('/metrics')
  assert.match(text, /^kontor_refusals_total\{limit="large_bodies"\} [1-9]/m)
  assert.match(text, /^kontor_live_connections 0$/m)
  assert.equal(text.match(/^# TYPE kontor_refusals_total/gm)?.length, 1)
})

test('whoever is not known yet has a login to send, and nothing longer', async () => {
  const send = (password: string) =>
    kontor.client().send('POST', '/auth/login/', { username: 'niemand', password })
  assert.equal((await send('\u0001'.repeat(1_000))).status, 401)
  assert.equal((await send('x'.repeat(17_000))).status, 413)
})

test('whoever sends too much can finish, reads why it was refused, and goes on with the same connection', async () => {
  const socket = connect(port, '127.0.0.1')
  let heard = ''
  socket.on('data', (piece: Buffer) => (heard += String(piece)))
  const hears = async (what: string) => {
    while (!heard.includes(what)) await once(socket, 'data')
  }
  const head = 'Host: 127.0.0.1\r\nContent-Type: application/json\r\n'
  const post = `POST /auth/login/ HTTP/1.1\r\n${head}`
  const body = Buffer.alloc(3_000_000, ' ')
  const piece = `10000\r\n${' '.repeat(0x10000)}\r\n`
  for (const [before, after] of [
    [`Content-Length: ${body.length}\r\n\r\n`, body],
    [`Transfer-Encoding: chunked\r\n\r\n${piece}`, `${piece.repeat(40)}0\r\n\r\n`],
  ] as const) {
    heard = ''
    socket.write(post + before)
    await hears('Content Too Large')
    socket.write(after)
    socket.write(`GET /status/ HTTP/1.1\r\n${head}\r\n`)
    await hears('200 OK')
  }
  socket.destroy()
})

test('a long body counts for its length', async () => {
  await using world = await testApp({}, { limits: few(['requests'], 20) })
  const clara = await world.as(cast.clara)
  const { body } = await clara.send('POST', '/docs/', { name: 'Bilderbogen' })
  const image = `data:image/png;base64,${'A'.repeat(600_000)}`
  const send = () => clara.send('POST', `/docs/${body['doc_id'] as number}/images/`, { image })
  assert.deepEqual(codes([await send(), await send(), await send()]), [422, 422, 429])
})

test('a proxy that sends all of a body that is too large before it reads gets the refusal', async () => {
  const { cookie = '' } = await kontor.as(cast.clara)
  const length = defaultBodyLimits.bytes + 1_000_000
  const socket = connect(port, '127.0.0.1')
  socket.write(
    `POST /docs/ HTTP/1.1\r\nHost: kontor\r\nConnection: close\r\nCookie: ${cookie}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`,
  )
  const piece = Buffer.alloc(65_536, 'x')
  for (let sent = 0; sent < length; sent += piece.length) {
    if (!socket.write(piece.subarray(0, length - sent))) await once(socket, 'drain')
  }
  assert.match(await text(socket), /^HTTP\/1\.1 413 /)
})
