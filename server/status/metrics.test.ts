import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { cast, demoPassword } from '#demo/cast.ts'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { connect } from '#server/db/connect.ts'
import { insertLoss } from '#server/jobs/losses-store.ts'
import { readFiguresInTime } from '#server/operation/all-nodes-store.ts'
import { testApp } from '#server/testing/app.ts'
import { registerDevice } from '#server/testing/devices.ts'
import { readMetrics } from '#server/testing/metrics.ts'
import { until } from '#server/testing/until.ts'
import { version } from '#server/version.ts'
import { mayReadMetrics } from './may-read-metrics.ts'

const METRICS_TOKEN = 'ein-langer-bund-zahlen'
const kontor = await testApp({ METRICS_TOKEN, DATA_DIR: tmpdir() })
after(() => kontor[Symbol.asyncDispose]())
const nobody = kontor.client()

const ask = (authorization: string | undefined, address: string) =>
  nobody.get('/metrics', { ...(authorization !== undefined && { headers: { authorization } }), address })
const look = async () => readMetrics((await nobody.get('/metrics')).text)

test('figures are for the machine itself, and elsewhere for who holds the token', async () => {
  const bearer = (token: string) => `Bearer ${token}`
  assert.equal((await ask(undefined, '127.0.0.1')).status, 200)
  assert.equal((await ask(bearer(METRICS_TOKEN), '203.0.113.7')).status, 200)
  for (const other of [undefined, '', 'Bearer ', 'Bearer', bearer(`${METRICS_TOKEN}x`), METRICS_TOKEN]) {
    const refused = await ask(other, '203.0.113.7')
    assert.equal(refused.status, 404, String(other))
    assert.doesNotMatch(refused.text, /kontor_/)
  }
  assert.equal((await ask(`bearer  ${METRICS_TOKEN}`, '203.0.113.7')).status, 200)
})

test('on the machine itself figures are told under its own names alone: a page that points its name here reads none', async () => {
  const config = { metricsToken: METRICS_TOKEN, publicUrl: new URL('https://kontor.example') }
  const may = (host: string | undefined, address = '127.0.0.1', authorization?: string) =>
    mayReadMetrics({ address, headers: { host, authorization } }, config)
  for (const own of [
    'localhost:8080',
    'LOCALHOST',
    '127.0.0.1:8080',
    '[::1]:8080',
    'kontor.example',
    'kontor.example:443',
  ])
    assert.equal(may(own), true, own)
  for (const foreign of [
    'evil.example',
    'localhost.evil.example:8080',
    '127.evil.example',
    '192.0.2.1',
    '',
    undefined,
  ])
    assert.equal(may(foreign), false, String(foreign))
  assert.equal(may('localhost', '203.0.113.7'), false)
  assert.equal(may('evil.example', '127.0.0.1', `Bearer ${METRICS_TOKEN}`), true)
  assert.equal((await nobody.get('/metrics', { headers: { host: 'evil.example' } })).status, 404)
})

test('requests are counted by route and class of status, and never by what was typed', async () => {
  const anna = await kontor.as(cast.anna)
  await anna.get('/docs/')
  await anna.get('/docs/1/?secret=Blaubeere')
  await anna.get('/docs/999999/')
  await anna.get('/users/')
  await nobody.get('/wp-admin/Blaubeere.php')
  const { text } = await nobody.get('/metrics')
  assert.doesNotMatch(text, /Blaubeere|wp-admin/)
  const metrics = readMetrics(text)
  const count = (route: string, status: string, method = 'GET') =>
    metrics.value('kontor_http_requests_total', { method, route, status })
  assert.equal(count('/docs/', '2xx'), 1)
  assert.equal(count('/docs/{doc_id}/', '4xx'), 1)
  assert.equal(count('/users/', '4xx'), 1)
  assert.equal(count('unknown', '4xx', 'other'), 1)
  const took = { method: 'GET', route: '/docs/' }
  assert.equal(metrics.value('kontor_http_request_duration_seconds_count', took), 1)
  assert.equal(metrics.value('kontor_http_request_duration_seconds_bucket', { ...took, le: '+Inf' }), 1)
  assert.equal(metrics.value('kontor_http_refusals_total', { reason: 'forbidden' }), 1)
})

test('logins are counted by how they end, whatever they come by: a password, or a link', async () => {
  const guess = { username: 'anna', password: 'geraten' }
  assert.equal((await nobody.send('POST', '/auth/login/', guess, { address: '203.0.113.50' })).status, 401)
  assert.equal((await look()).value('kontor_logins_total', { outcome: 'failed' }), 1)
  const count = async () => (await look()).value('kontor_logins_total', { outcome: 'succeeded' }) ?? 0
  const before = await count()
  const byPassword = { username: 'bruno', password: demoPassword }
  assert.equal((await nobody.send('POST', '/auth/login/', byPassword)).status, 200)
  assert.equal(await count(), before + 1)
  const clara = await kontor.as(cast.clara)
  const { user_id } = (await clara.send('POST', '/users/', { username: 'mira' })).body
  const invited = await clara.send('POST', '/invitations/', { way: 'link', user_ids: [user_id] })
  const token = String(invited.body['path']).replace('/ui/invitation#', '')
  const accepted = await nobody.send('POST', '/invitations/accept/', { token, password: 'ein-neuer-vorhang' })
  assert.equal(accepted.status, 200, accepted.text)
  assert.equal(await count(), before + 2)
})

test('status and metrics name the release that runs', async () => {
  const { body } = await nobody.get('/status/')
  assert.deepEqual(
    [body['version'], Object.keys(body)],
    [version, ['name', 'logo', 'hash', 'version', 'can_mail', 'providers']],
  )
  const { text } = await nobody.get('/metrics')
  assert.match(text, new RegExp(`^kontor_info\\{version="${version}",`, 'm'))
})

test('while the database does not answer, the metrics of this process go out all the same', async () => {
  const { db } = kontor.kontor
  const text = await db.transaction().execute(async (tx) => {
    await sql`lock table users in access exclusive mode`.execute(tx)
    const other = await buildApp(kontor.kontor)
    const answer = await other.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })
    await other.close()
    assert.equal(answer.statusCode, 200)
    return answer.payload
  })
  const metrics = readMetrics(text)
  assert.equal(metrics.value('kontor_database_up'), 0)
  assert.ok(metrics.names.has('kontor_database_pool_waiting'))
  for (const name of ['kontor_users', 'kontor_sessions', 'kontor_jobs_waiting', 'kontor_jobs_lost_total'])
    assert.ok(!metrics.names.has(name), name)
})

test('a database that is slow is told from one that refuses', async () => {
  const { db, config } = kontor.kontor
  await db.transaction().execute(async (tx) => {
    await sql`lock table users in access exclusive mode`.execute(tx)
    assert.equal(await readFiguresInTime({ db, config }), 'late')
  })
  assert.notEqual(await readFiguresInTime({ db, config }), 'late')
  const away = connect({ connectionString: 'postgres://nobody@127.0.0.1:1/none' })
  assert.equal(await readFiguresInTime({ db: away, config: readConfig({}) }), undefined)
  await away.destroy()
})

test('the metrics tell what waits and runs of each kind, what was lost, and which push service is silent', async () => {
  const gate = Promise.withResolvers<never>()
  let running = 0
  kontor.kontor.push = { deliver: () => (running++, gate.promise) }
  const anna = await kontor.as(cast.anna)
  for (let device = 0; device < 6; device++) await registerDevice(anna)
  await anna.send('POST', '/users/current/pushsubscription/test/')
  await until(() => running === 4)
  await insertLoss(kontor.kontor.db, 'push.send', 'dropped', 7)
  const { text } = await nobody.get('/metrics')
  for (const line of [
    'kontor_jobs_waiting{kind="push.send",lane="push"} 2',
    'kontor_jobs_running{kind="push.send",lane="push"} 4',
    'kontor_jobs_waiting{kind="users.sync",lane="planner"} 0',
    'kontor_jobs_lost_total{kind="push.send",reason="dropped"} 7',
  ])
    assert.ok(text.includes(`${line}\n`), line)
  assert.match(text, /^kontor_jobs_oldest_seconds\{kind="push\.send",lane="push"\} \d/m)

  gate.reject(new Error('silence'))
  await until(async () => {
    const answers = (await look()).value('kontor_push_service_answers', { service: 'fcm.googleapis.com' })
    return answers === 0
  }, 'a push service that is silent')
})
