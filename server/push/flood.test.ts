import assert from 'node:assert/strict'
import { after, afterEach, test } from 'node:test'
import { cast } from '#demo/cast.ts'
import { jobKinds } from '#server/job-kinds.ts'
import { Worker } from '#server/jobs/worker.ts'
import { inTransaction } from '#server/live/news.ts'
import { readFigures } from '#server/operation/all-nodes-store.ts'
import { testApp } from '#server/testing/app.ts'
import { registerDevice } from '#server/testing/devices.ts'
import { until } from '#server/testing/until.ts'
import type { PushRequest, ServiceAnswer } from './deliver.ts'
import { notify, PUSH_JOB_KIND } from './notify.ts'

const kontor = await testApp()
after(() => kontor[Symbol.asyncDispose]())
const { db } = kontor.kontor
const losses = async () => (await readFigures(kontor.kontor)).losses
const fcm = 'fcm.googleapis.com'
const apple = 'web.push.apple.com'

/** The app's own worker is stopped, so jobs run only inside `workUntil`. */
await kontor.worker.stop()
async function workUntil(done: () => boolean | Promise<boolean>) {
  const errors: unknown[] = []
  const worker = new Worker(kontor.kontor, jobKinds, (error) => errors.push(error))
  worker.start()
  await until(done, undefined, { each: () => worker.poll() })
  await worker.stop()
  return errors.map(String)
}
const nothingWaits = async () => (await jobs()).length === 0

let sent: PushRequest[] = []
let answer: (parcel: PushRequest) => Promise<ServiceAnswer> = async () => ({
  status: 201,
  retryAfter: undefined,
})
const takes = answer
kontor.kontor.push = {
  deliver: (parcel) => {
    sent.push(parcel)
    return answer(parcel)
  },
}
afterEach(async () => {
  await db.deleteFrom('jobs').execute()
  await db.deleteFrom('push_subscriptions').execute()
  await db.deleteFrom('job_losses').execute()
  sent = []
  answer = takes
})

const jobs = () => db.selectFrom('jobs').selectAll().orderBy('id').execute()
const wait = (key: string) => ({ title: 'Probe', body: key, path: '/ui/', tag: key })
async function tell(person: keyof typeof cast, key: string, body = key) {
  const id = await kontor.userId(cast[person])
  return inTransaction(kontor.kontor, (tx) => notify(tx, kontor.kontor, [id], { ...wait(key), body }))
}
const due = () =>
  db
    .updateTable('jobs')
    .set({ run_at: new Date(0) })
    .execute()

test('who presses for a trial again and again has one waiting for each device, and is told that all is well', async () => {
  const anna = await kontor.as(cast.anna)
  for (let device = 0; device < 3; device++) await registerDevice(anna)
  const presses = Array.from({ length: 20 }, () => anna.send('POST', '/users/current/pushsubscription/test/'))
  for (const { status } of await Promise.all(presses)) assert.equal(status, 200)
  assert.equal((await jobs()).length, 3)
  await registerDevice(anna)
  assert.equal((await anna.send('POST', '/users/current/pushsubscription/test/')).status, 200)
  assert.equal((await jobs()).length, 4)
  assert.deepEqual(await losses(), [])
  await workUntil(nothingWaits)
  assert.equal(sent.length, 4)
})

test('of a room a device has one notification waiting, the newest, in the place of the first', async () => {
  await registerDevice(await kontor.as(cast.anna))
  await tell('anna', 'chat-1', 'eins')
  await tell('anna', 'chat-2')
  await tell('anna', 'chat-1', 'zwei')
  const waiting = await jobs()
  assert.deepEqual(
    waiting.map(({ payload }) => (payload['notification'] as { body: string }).body),
    ['zwei', 'chat-2'],
  )
})

test('what is newer than the one that is just going out goes out after it', async () => {
  await registerDevice(await kontor.as(cast.anna))
  await tell('anna', 'chat-1', 'eins')
  answer = async (parcel) => {
    answer = takes
    await tell('anna', 'chat-1', 'zwei')
    return takes(parcel)
  }
  await workUntil(nothingWaits)
  assert.equal(sent.length, 2)
})

test('a service that does not answer keeps no other one waiting, and what waits for it loses one attempt at most', async () => {
  const anna = await kontor.as(cast.anna)
  for (let device = 0; device < 10; device++) await registerDevice(anna, apple)
  for (let device = 0; device < 10; device++) await registerDevice(anna, fcm)
  await tell('anna', 'chat-1')
  const at = (service: string) => sent.filter(({ endpoint }) => endpoint.includes(service)).length
  const silence = Promise.withResolvers<never>()
  answer = (parcel) => (parcel.endpoint.includes(apple) ? silence.promise : takes(parcel))
  const done = workUntil(
    async () => at(apple) === 10 && (await jobs()).every(({ attempts }) => attempts <= 1),
  )
  await until(() => at(fcm) === 10)
  assert.equal(at(apple), 4)
  silence.reject(new Error('silence'))
  const errors = await done
  assert.match(String(errors[0]), /web\.push\.apple\.com did not answer/)
  assert.equal((await jobs()).length, 10)
  await due()
  answer = takes
  await workUntil(nothingWaits)
  assert.equal(at(apple), 20)
})

test('what waits for a person is not shown to whoever signs in on the device next', async () => {
  const anna = await kontor.as(cast.anna)
  const device = await registerDevice(anna)
  await tell('anna', 'chat-1', 'nur für Anna')
  await (await kontor.as(cast.bruno)).send('POST', '/users/current/pushsubscription/', device)
  await workUntil(nothingWaits)
  assert.equal(sent.length, 0)
})

test('a message that was read, deleted or reaches into quiet hours while its notification waits makes no sound', async () => {
  const [georg, hannah] = await Promise.all([kontor.as(cast.georg), kontor.as(cast.hannah)])
  await registerDevice(georg)
  const user_id = await kontor.userId(cast.georg)
  const id = (await hannah.send('POST', '/chat/direct/', { user_id })).body['direct_chat_id'] as number
  const path = `/chat/direct/${id}/`
  const say = async () => {
    await hannah.send('POST', `${path}send_message/`, { message: 'Bist du da?' })
    await due()
    // The chat job has chosen the recipients; the delivery to the device fails at first and waits for a retry.
    answer = () => Promise.reject(new Error('silence'))
    await workUntil(async () => sent.length > 0 && (await jobs()).every(({ attempts }) => attempts <= 1))
    assert.deepEqual(
      (await jobs()).map(({ kind }) => kind),
      [PUSH_JOB_KIND],
    )
    answer = takes
    sent = []
    await due()
  }
  await say()
  await georg.get(path)
  await workUntil(nothingWaits)
  assert.equal(sent.length, 0)

  await say()
  await db.deleteFrom('chat_messages').where('room_id', '=', id).where('kind', '=', 'direct').execute()
  await workUntil(nothingWaits)
  assert.equal(sent.length, 0)

  await say()
  const wall = Temporal.Now.plainTimeISO('Europe/Berlin')
  const quiet = (minutes: number) => wall.add({ minutes }).toString().slice(0, 5)
  await georg.send('PUT', '/users/current/pushwishes/', {
    quiet_from: quiet(-60),
    quiet_until: quiet(60),
    recorder_duty: true,
    new_document: true,
  })
  await workUntil(nothingWaits)
  assert.equal(sent.length, 0)
})

test('a notification whose words are too long is cut, its title too', async () => {
  await registerDevice(await kontor.as(cast.anna))
  const long = { ...wait('chat-1'), title: 'Ä'.repeat(9_000), body: '🎪'.repeat(3_000) }
  const id = await kontor.userId(cast.anna)
  await inTransaction(kontor.kontor, (tx) => notify(tx, kontor.kontor, [id], long))
  await workUntil(nothingWaits)
  assert.ok((sent[0]?.body.length ?? 0) <= 4_096)
})
