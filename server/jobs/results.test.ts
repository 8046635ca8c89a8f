import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { cast } from '#demo/cast.ts'
import { inTransaction } from '#server/live/news.ts'
import { testApp } from '#server/testing/app.ts'
import { until } from '#server/testing/until.ts'
import { backgroundJob } from './in-background.ts'
import type { Job } from './store.ts'

const kontor = await testApp({ PLANNER_DIR: '/nowhere' })
after(() => kontor[Symbol.asyncDispose]())
const clara = await kontor.as(cast.clara)
const resultOf = async (id: string) => (await clara.get(`/background_result/${id}/`)).body

test('work that is refused answers why, and that it has failed', async () => {
  const { body: started } = await clara.send('POST', '/users/sync/')
  const id = String(started['background_result_id'])
  let body: Record<string, unknown> = {}
  await until(async () => {
    body = await resultOf(id)
    assert.equal(body['outcome'] === null, body['result'] === null)
    return body['result'] !== null
  }, 'the work in the background ends')
  assert.match(body['result'] as string, /Es wurde nichts geändert\.$/)
  assert.equal(body['outcome'], 'failed')
  assert.equal((await clara.get('/users/sync/last/')).body['outcome'], 'failed')
})

test('the first report stands, although the work is done again after a crash and finds nothing left', async () => {
  const id = 'c'.repeat(22)
  const started_by = await kontor.userId(cast.clara)
  await kontor.kontor.db.insertInto('background_results').values({ id, kind: 'test', started_by }).execute()
  let runs = 0
  const job = backgroundJob('Fehlgeschlagen.', async (within, _payload, finish) => {
    if (++runs > 1) return { outcome: 'nothing', result: 'Nichts geändert.' }
    await inTransaction(within, (tx) => finish(tx, { outcome: 'done', result: 'Drei sind neu.' }))
    throw new Error('the process ends here')
  })
  const payload = { background_result_id: id }
  const run = () => job.run(kontor.kontor, payload, {} as Job, new AbortController().signal)
  await assert.rejects(async () => run(), /ends here/)
  const first = { result: 'Drei sind neu.', outcome: 'done' }
  assert.deepEqual(await resultOf(id), first)
  await run()
  await job.giveUp?.(kontor.kontor, payload, new Error())
  assert.deepEqual(await resultOf(id), first)
})

test('a result is read though the release before has not stored how it ended', async () => {
  const [id, started_by] = ['a'.repeat(22), await kontor.userId(cast.clara)]
  await kontor.kontor.db
    .insertInto('background_results')
    .values({ id, kind: 'times.send', started_by, result: 'Ende.', finished_at: new Date() })
    .execute()
  assert.deepEqual(await resultOf(id), { result: 'Ende.', outcome: null })
})
