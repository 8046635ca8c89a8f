import assert from 'node:assert/strict'
import { after, afterEach, test } from 'node:test'
import { sql } from 'kysely'
import { cast } from '#demo/cast.ts'
import { inTransaction } from '#server/live/news.ts'
import { readFigures } from '#server/operation/all-nodes-store.ts'
import { PUSH_JOB_KIND } from '#server/push/notify.ts'
import { testApp } from '#server/testing/app.ts'
import { registerDevice } from '#server/testing/devices.ts'
import { insertHappening } from '#server/testing/happenings.ts'
import { until } from '#server/testing/until.ts'
import { type JobKind, type JobKinds, RetryLater } from './job-kind.ts'
import { lanes } from './lanes.ts'
import { deleteOutdatedJobs, foldLosses, insertLoss } from './losses-store.ts'
import { insertJob } from './store.ts'
import { Worker } from './worker.ts'

const kontor = await testApp()
after(() => kontor[Symbol.asyncDispose]())
const { db } = kontor.kontor
const clara = await kontor.as(cast.clara)
afterEach(async () => {
  await db.deleteFrom('jobs').execute()
  await db.deleteFrom('job_losses').execute()
})

const losses = async () => (await readFigures(kontor.kontor)).losses
const put = (kind: string, job: Partial<Parameters<typeof insertJob>[1]> = {}) =>
  inTransaction(kontor.kontor, (tx) => insertJob(tx, { kind, payload: {}, ...job }))

/** A kind of job that runs until `letGo` is called. `begun`: names of the started jobs, in order. */
function stuck(shape: Pick<JobKind, 'lane'> & Partial<JobKind>) {
  const begun: string[] = []
  const gate = Promise.withResolvers<void>()
  const kind: JobKind = {
    attempts: 1,
    run: (_kontor, { name }) => {
      begun.push(String(name))
      return gate.promise
    },
    ...shape,
  }
  return { kind, begun, letGo: () => gate.resolve() }
}

function work(kinds: JobKinds) {
  const errors: unknown[] = []
  const worker = new Worker(kontor.kontor, kinds, (error) => errors.push(error))
  return { worker, errors, look: () => worker.poll() }
}

test('while deliveries that get no answer have taken all their places, a sync runs to its end', async () => {
  const { push } = kontor.kontor
  const gate = Promise.withResolvers<never>()
  let held = 0
  kontor.kontor.push = { deliver: () => (held++, gate.promise) }
  const services = ['fcm.googleapis.com', 'web.push.apple.com', 'updates.push.services.mozilla.com']
  const places = services.length * lanes.push.each
  for (const service of services)
    for (let device = 0; device < 6; device++) await registerDevice(clara, service)
  assert.equal((await clara.send('POST', '/users/current/pushsubscription/test/')).status, 200)
  await until(() => held === places)

  const { body } = await clara.send('POST', '/users/sync/')
  const result = async () =>
    (await clara.get(`/background_result/${String(body['background_result_id'])}/`)).body['result']
  await until(async () => (await result()) !== null)
  assert.match(String(await result()), /Personalplanung/)
  assert.equal(held, places)

  gate.reject(new Error('silence'))
  kontor.kontor.push = push
  await db.deleteFrom('push_subscriptions').execute()
  const goOn = async () => {
    await db
      .updateTable('jobs')
      .set({ run_at: new Date(0) })
      .execute()
    kontor.worker.poll()
  }
  await until(async () => (await db.selectFrom('jobs').select('id').execute()).length === 0, undefined, {
    each: goOn,
  })
})

test('one queue leaves places of its lane to others, a kind leaves some to other kinds', async () => {
  const sendings = stuck({ lane: 'planner', atOnce: 3 })
  const sync = stuck({ lane: 'planner' })
  const { worker, look } = work({ 'test.send': sendings.kind, 'test.sync': sync.kind })
  for (const queue of ['anna', 'anna', 'anna', 'bruno', 'clara'])
    await put('test.send', { queue, payload: { name: queue } })
  await put('test.sync', { payload: { name: 'sync' } })
  await until(() => sendings.begun.length === 3 && sync.begun.length === 1, undefined, { each: look })
  assert.deepEqual(sendings.begun, ['anna', 'anna', 'bruno'])
  sendings.letGo()
  sync.letGo()
  await until(() => sendings.begun.length === 5, undefined, { each: look })
  await worker.stop()
})

test('a job is done by one of two nodes, and by the other one once the first has lost its connection', async () => {
  const first = stuck({ lane: 'planner', atOnce: 1 })
  const second = stuck({ lane: 'planner', attempts: 3 })
  const { worker, look } = work({ 'test.kind': first.kind })
  const other = work({ 'test.kind': second.kind })
  await put('test.kind', { payload: { name: 'one' } })
  await until(() => first.begun.length === 1, undefined, { each: look })
  await put('test.kind', { payload: { name: 'two' } })
  await until(() => second.begun.length === 1, undefined, { each: other.look })
  assert.deepEqual([first.begun, second.begun], [['one'], ['two']])
  await sql`select pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and objid = (select min(id) from jobs)::oid
      and database = (select oid from pg_database where datname = current_database())`.execute(db)
  await until(() => second.begun.length === 2, undefined, { each: other.look })
  assert.deepEqual([first.begun, second.begun], [['one'], ['two', 'one']])
  first.letGo()
  second.letGo()
  await worker.stop()
  await other.worker.stop()
})

test('what waits through no fault of its own loses no attempt', async () => {
  const kind: JobKind = {
    lane: 'push',
    attempts: 1,
    run: () => Promise.reject(new RetryLater('silent', 60, { takesAttempt: false })),
  }
  const { worker, errors, look } = work({ 'test.kind': kind })
  await put('test.kind')
  await until(() => errors.length === 1, undefined, { each: look })
  await worker.stop()
  const left = await db.selectFrom('jobs').select(['attempts', 'run_at']).executeTakeFirstOrThrow()
  assert.equal(left.attempts, 0)
  assert.ok(Number(left.run_at) > Date.now())
})

test('what is of no use any more is not done, and counted, by whoever comes to it first', async () => {
  const idle = stuck({ lane: 'push' })
  const { worker, look } = work({ 'test.kind': idle.kind })
  await put('test.kind', { lifetime: -1 })
  await until(async () => (await losses()).length > 0, undefined, { each: look })
  await worker.stop()
  await put('test.kind', { lifetime: -1 })
  await put('test.kind', { lifetime: 60 })
  await put('test.kind')
  await deleteOutdatedJobs(db)
  assert.deepEqual(idle.begun, [])
  assert.deepEqual(await losses(), [{ kind: 'test.kind', reason: 'outdated', total: 2, lately: 2 }])
  assert.equal((await db.selectFrom('jobs').select('id').execute()).length, 2)
})

test('what was lost is counted for ever, in a row for each day that is over', async () => {
  for (let row = 0; row < 5; row++) await insertLoss(db, PUSH_JOB_KIND, 'failed', 2)
  await db.updateTable('job_losses').set({ at: sql`now() - interval '2 days'` }).execute()
  await insertLoss(db, PUSH_JOB_KIND, 'failed')
  for (let round = 0; round < 2; round++) await foldLosses(db)
  assert.equal((await db.selectFrom('job_losses').select('id').execute()).length, 2)
  assert.deepEqual(await losses(), [{ kind: PUSH_JOB_KIND, reason: 'failed', total: 11, lately: 11 }])
})

test('fifty sendings of one person may wait, the next is refused; others and what runs already are not', async () => {
  await kontor.worker.stop()
  const [anna, bruno] = await Promise.all([kontor.as(cast.anna), kontor.as(cast.bruno)])
  const recorders = [await kontor.userId(cast.anna), await kontor.userId(cast.bruno)]
  const subs: number[] = []
  for (let number = 0; number < 51; number++) subs.push((await insertHappening(db, { recorders })).sub)
  const start = (who: typeof anna, sub = 0) => who.send('POST', `/happenings/${sub}/send_times/`)
  for (const sub of subs.slice(0, 50)) assert.equal((await start(anna, sub)).status, 200)
  const refused = await start(anna, subs[50])
  assert.equal(refused.status, 429)
  assert.equal(refused.headers['retry-after'], '10')
  assert.match(String(refused.body['details']), /warten schon viele Aufträge/)
  assert.equal((await start(anna, subs[0])).status, 200)
  assert.equal((await start(bruno, subs[50])).status, 200)
})
