import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { cleanUp } from '#server/clean-up.ts'
import { jobKinds } from '#server/job-kinds.ts'
import { aboutJobs } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { readFigures } from '#server/operation/all-nodes-store.ts'
import { testApp } from '#server/testing/app.ts'
import { until } from '#server/testing/until.ts'
import { FinalError, type JobKind, RetryLater, ServerEnds } from './job-kind.ts'
import { insertJob } from './store.ts'
import { Worker } from './worker.ts'

const kontor = await testApp()
after(() => kontor[Symbol.asyncDispose]())
const { db } = kontor.kontor

type OneKind = Required<Pick<JobKind, 'attempts' | 'run' | 'giveUp'>>

/**
 * Runs one job with a worker of its own, as if `begun` attempts had been made before. Returns the row of the job,
 * if it still exists, and the logged errors.
 */
async function doOne({ attempts, run, giveUp }: OneKind, { begun = 0 } = {}) {
  const errors: unknown[] = []
  const taken = Promise.withResolvers<void>()
  const kind: JobKind = {
    lane: 'planner',
    attempts,
    run: (...job) => (taken.resolve(), run(...job)),
    giveUp: (...job) => (taken.resolve(), giveUp(...job)),
  }
  const worker = new Worker(kontor.kontor, { 'test.kind': kind }, (error) => errors.push(error))
  await inTransaction(kontor.kontor, (tx) => insertJob(tx, { kind: 'test.kind', payload: {} }))
  await db.updateTable('jobs').set({ attempts: begun }).where('kind', '=', 'test.kind').execute()
  worker.poll()
  await taken.promise
  await worker.stop()
  const left = await db
    .selectFrom('jobs')
    .where('kind', '=', 'test.kind')
    .select(['attempts', 'run_at'])
    .executeTakeFirst()
  await db.deleteFrom('jobs').where('kind', '=', 'test.kind').execute()
  return { left, errors: errors.map(String) }
}

test('a job whose attempts all ended with their process is given up, not run once more', async () => {
  const done: string[] = []
  const kind: OneKind = {
    attempts: 3,
    run: async () => void done.push('run'),
    giveUp: async () => void done.push('given up'),
  }
  const { left, errors } = await doOne(kind, { begun: 3 })
  assert.deepEqual([done, left, errors.length], [['given up'], undefined, 1])
  assert.deepEqual(await doOne(kind, { begun: 2 }), { left: undefined, errors: [] })
  assert.deepEqual(done, ['given up', 'run'])
})

test('a job that could not be begun is left to others', async () => {
  let runs = 0
  const kind: JobKind = { lane: 'planner', attempts: 3, run: async () => void runs++ }
  const kinds = { 'test.kind': kind }
  const errors: unknown[] = []
  const refusing = new Proxy(db, {
    get: (all, name) => {
      if (name === 'updateTable') throw new Error('no connection is free')
      return Reflect.get(all, name, all)
    },
  })
  const [unlucky, other] = [refusing, db].map(
    (db) => new Worker({ ...kontor.kontor, db }, kinds, (error) => errors.push(error)),
  ) as [Worker, Worker]
  await inTransaction(kontor.kontor, (tx) => insertJob(tx, { kind: 'test.kind', payload: {} }))
  unlucky.poll()
  await until(() => errors.length > 0, 'a job that cannot be begun')
  await until(() => runs === 1, 'a job that the other one does', { each: () => other.poll() })
  await Promise.all([unlucky.stop(), other.stop()])
})

test('what fails is tried again later, and after its last attempt given up', async () => {
  let givenUp = 0
  const kind: OneKind = {
    attempts: 3,
    run: () => Promise.reject(new Error('not now')),
    giveUp: async () => void givenUp++,
  }
  const first = await doOne(kind)
  assert.deepEqual([first.left?.attempts, first.errors, givenUp], [1, ['Error: not now'], 0])
  assert.ok(Number(first.left?.run_at) > Date.now())
  const last = await doOne(kind, { begun: 2 })
  assert.deepEqual([last.left, last.errors, givenUp], [undefined, ['Error: not now'], 1])
})

test('what would fail each time is given up at once', async () => {
  let givenUp = 0
  const { left, errors } = await doOne({
    attempts: 3,
    run: () => Promise.reject(new FinalError('never')),
    giveUp: async () => void givenUp++,
  })
  assert.deepEqual([left, errors, givenUp], [undefined, ['FinalError: never'], 1])
})

test('what the end of the server cuts short keeps its attempts, and is no failure', async () => {
  const { left, errors } = await doOne({
    attempts: 1,
    run: () => Promise.reject(new ServerEnds()),
    giveUp: () => Promise.reject(new Error('given up')),
  })
  assert.deepEqual([left?.attempts, errors], [0, []])
})

test('who is told to wait waits so long, but not for more than an hour', async () => {
  for (const [asked, least, most] of [
    [-5, 0, 60],
    [300, 240, 300],
    [86_400, 3_540, 3_600],
  ] as const) {
    const run = () => Promise.reject(new RetryLater('later', asked))
    const { left } = await doOne({ attempts: 3, run, giveUp: async () => {} })
    const seconds = (Number(left?.run_at) - Date.now()) / 1_000
    assert.ok(seconds > least && seconds <= most, `${asked}: ${seconds}`)
  }
})

test('a job of a kind that only another release knows is neither done nor lost: it waits for who knows it', async () => {
  const job = { kind: 'test.newer', payload: { what: 'only they know' }, queue: 'anywhere' }
  await inTransaction(kontor.kontor, async (tx) => {
    await insertJob(tx, job)
    changed(tx, aboutJobs)
  })
  const before = await db.selectFrom('jobs').where('kind', '=', job.kind).selectAll().executeTakeFirst()
  const errors: unknown[] = []
  const worker = new Worker(kontor.kontor, jobKinds, (error) => errors.push(error))
  worker.start()
  // While this other job runs, `worker` and the worker of the test server look for jobs as well.
  await doOne({ attempts: 1, run: async () => {}, giveUp: async () => {} })
  await worker.stop()
  await cleanUp(kontor.kontor)
  const known = await readFigures(kontor.kontor)
  const { waiting, running } = known.jobs.find(({ kind }) => kind === job.kind) ?? {}
  assert.deepEqual([waiting, running], [1, 0])

  const done: unknown[] = []
  const run: JobKind['run'] = async (_, payload) => void done.push(payload)
  const newer = new Worker(kontor.kontor, { [job.kind]: { lane: 'planner', attempts: 1, run } }, (error) =>
    errors.push(error),
  )
  assert.deepEqual(
    await db.selectFrom('jobs').where('kind', '=', job.kind).selectAll().executeTakeFirst(),
    before,
  )
  newer.poll()
  while (done.length === 0) await new Promise((soon) => setImmediate(soon))
  await newer.stop()
  assert.deepEqual([done, errors], [[job.payload], []])
  assert.deepEqual(await db.selectFrom('job_losses').where('kind', '=', job.kind).execute(), [])
})
