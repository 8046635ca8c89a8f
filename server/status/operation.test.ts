import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { OperationOverview } from '#contract/operation.ts'
import { cast } from '#demo/cast.ts'
import { buildApp } from '#server/app.ts'
import { cleanUp } from '#server/clean-up.ts'
import { connect } from '#server/db/connect.ts'
import { RequestMetrics } from '#server/http/requests.ts'
import { deleteOldResults } from '#server/jobs/results-store.ts'
import { testApp } from '#server/testing/app.ts'
import { readMetrics } from '#server/testing/metrics.ts'
import { EventLoop } from './event-loop.ts'
import { MinuteRecorder } from './minutes.ts'
import { historyOf } from './read-operation.ts'
import { insertMinutes, type NodeMinute } from './store.ts'

const kontor = await testApp()
after(() => kontor[Symbol.asyncDispose]())
const { db } = kontor.kontor
const clara = await kontor.as(cast.clara)
const MINUTE = 60_000
const now = Date.now()

const minute = (node: string, ago: number, more: Partial<NodeMinute> = {}): NodeMinute => ({
  node,
  minute: new Date(Math.floor(now / MINUTE) * MINUTE - ago * MINUTE),
  started_at: new Date(now - 3_600_000),
  build: 'abc',
  requests: 60,
  failed: 0,
  answer_ms: 12,
  delay_ms: 3,
  busy: 0.1,
  memory_bytes: 200 * 1024 ** 2,
  live: 4,
  waiting: 0,
  database_ms: 2,
  ...more,
})
const state = async () => (await clara.get('/operation/')).body as unknown as OperationOverview

test('before the first minute is over it says so, and shows the node that answers', async () => {
  const { findings, nodes, history } = await state()
  assert.match(findings.find(({ key }) => key === 'requests')?.sentence ?? '', /nach einer Minute/)
  assert.deepEqual(
    nodes.map(({ is_here, is_running }) => [is_here, is_running]),
    [[true, true]],
  )
  assert.ok(
    history.plots.length > 0 &&
      history.plots.every(({ values }) => values.length === 144 && values.every((value) => value === null)),
  )
})

test('the day of several nodes is added up, and each node stands there', async () => {
  await insertMinutes(db, [
    minute('eins:8080', 0),
    minute('eins:8080', 1),
    minute('zwei:8080', 0, { requests: 40, failed: 3, answer_ms: 80, live: 6 }),
    minute('zwei:8080', 1, { requests: 40 }),
    minute('alt:8080', 600),
  ])
  const { findings, nodes } = await state()
  const sentence = findings.find(({ key }) => key === 'requests')?.sentence
  assert.equal(sentence, '3 davon sind in den letzten 2 Minuten am Server gescheitert.')
  assert.equal(findings.find(({ key }) => key === 'requests')?.value, '100 je Minute')
  assert.equal(findings.find(({ key }) => key === 'answers')?.value, '80 ms')
  assert.deepEqual(
    nodes.slice(1).map(({ name, is_running }) => [name, is_running]),
    [
      ['alt:8080', false],
      ['eins:8080', true],
      ['zwei:8080', true],
    ],
  )
})

test('a node writes down its minute, keeps those of an outage, and begins the next one from nothing', async () => {
  const requests = new RequestMetrics()
  const loop = new EventLoop()
  const away = connect({ connectionString: 'postgres://nobody@127.0.0.1:1/none' })
  let isAway = true
  const parts = { node: 'drei', requests, loop, log: kontor.app.log }
  const minutes = new MinuteRecorder({
    ...parts,
    get kontor() {
      return { ...kontor.kontor, db: isAway ? away : db }
    },
  })
  const path = '/docs/{doc_id}/'
  requests.count('GET', path, 200, 5)
  requests.count('GET', path, 500, 900)
  await minutes.end(new Date('2026-11-22T08:00:30Z'))
  isAway = false
  await minutes.end(new Date('2026-11-22T08:01:30Z'))
  await minutes.stop()
  await away.destroy()
  loop.stop()
  const rows = await db
    .selectFrom('node_minutes')
    .where('node', '=', 'drei')
    .selectAll()
    .orderBy('minute')
    .execute()
  assert.deepEqual(
    rows.map(({ minute, requests, failed, waiting }) => [minute.toISOString(), requests, failed, waiting]),
    [
      ['2026-11-22T08:00:00.000Z', 2, 1, null],
      ['2026-11-22T08:01:00.000Z', 0, 0, 0],
    ],
  )
})

test('what is older than a day goes, and of failures thirty days and a thousand stay', async () => {
  await db.deleteFrom('failures').execute()
  const failure = (days: number, reference: string) => ({
    reference,
    at: new Date(now - days * 86_400_000),
    node: 'eins',
    what: 'TypeError',
  })
  await db
    .insertInto('failures')
    .values([failure(31, 'old'), ...Array.from({ length: 1_005 }, (_, at) => failure(1, `n${at}`))])
    .execute()
  await insertMinutes(db, [minute('eins:8080', 60 * 26)])
  await cleanUp(kontor.kontor)
  const failures = await db.selectFrom('failures').select('reference').execute()
  assert.equal(failures.length, 1_000)
  assert.ok(!failures.some(({ reference }) => reference === 'old' || reference === 'n0'))
  const tooOld = await db
    .selectFrom('node_minutes')
    .where('minute', '<', new Date(now - 25 * 3_600_000))
    .where('node', '=', 'eins:8080')
    .selectAll()
    .execute()
  assert.deepEqual(tooOld, [])
})

test('of each kind of sync the metrics tell when it last ended, how, and when it last succeeded', async () => {
  const ended = (kind: string, hours: number, failed: boolean) => ({
    id: `${kind}-${hours}-${failed}`.padEnd(22, 'x').slice(0, 22),
    kind,
    result: failed ? 'Nicht geklappt.' : 'Geklappt.\nMehr dazu.',
    outcome: failed ? ('failed' as const) : ('done' as const),
    created_at: new Date(now - hours * 3_600_000),
    finished_at: new Date(now - hours * 3_600_000),
  })
  await db
    .insertInto('background_results')
    .values([
      ended('users.sync', 72, false),
      ended('users.sync', 50, true),
      ended('users.sync', 30, true),
      ended('happenings.sync', 1, false),
    ])
    .execute()
  await deleteOldResults(db)
  const app = await buildApp(kontor.kontor)
  const { payload } = await app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })
  await app.close()
  const metrics = readMetrics(payload)
  const hours = (name: string, kind: string) => Math.round((metrics.value(name, { kind }) ?? 0) / 3_600)
  assert.deepEqual(
    [hours('kontor_sync_age_seconds', 'users.sync'), hours('kontor_sync_success_age_seconds', 'users.sync')],
    [30, 72],
  )
  assert.equal(metrics.value('kontor_sync_ok', { kind: 'users.sync' }), 0)
  assert.equal(metrics.value('kontor_sync_ok', { kind: 'happenings.sync' }), 1)
  const { jobs } = await state()
  assert.deepEqual(
    jobs.map(({ name, failed, says }) => [name, failed, says]),
    [
      ['Abgleiche der Veranstaltungen', false, 'Geklappt.'],
      ['Abgleiche der Benutzer', true, 'Nicht geklappt.'],
      ['Abgleiche der Benutzer', false, 'Geklappt.'],
    ],
  )
})

test('a stretch of which nothing is known is a gap', () => {
  const at = new Date('2026-11-22T11:50:00Z')
  const known = {
    at,
    requests: 5,
    failed: 0,
    answer_ms: null,
    delay_ms: 1,
    busy: 0.5,
    memory_bytes: 1024 ** 2,
    live: 0,
    waiting: null,
  }
  const { start, plots } = historyOf([known], Date.parse('2026-11-22T12:04:00Z'))
  assert.equal(start, '2026-11-21T12:10:00.000Z')
  const values = (key: string) => plots.find((plot) => plot.key === key)?.values.slice(-3)
  assert.deepEqual(values('requests'), [null, 5, null])
  assert.deepEqual(values('busy'), [null, 50, null])
  assert.deepEqual(values('waiting'), [null, null, null])
})
