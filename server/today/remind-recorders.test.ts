import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { cast } from '#demo/cast.ts'
import { testApp } from '#server/testing/app.ts'
import { signUp } from '#server/testing/devices.ts'
import { insertHappening } from '#server/testing/happenings.ts'
import { remindRecorders } from './remind-recorders.ts'

const app = await testApp({ REMINDER_TIME: '09:00' })
after(() => app[Symbol.asyncDispose]())
const { kontor } = app
const { db } = kontor
const [anna, bruno] = await Promise.all([cast.anna, cast.bruno].map((person) => app.userId(person)))
// What waits is looked at, and goes nowhere.
await app.worker.stop()

/** One device each that may be told, unless its person has quiet hours. */
for (const person of [cast.anna, cast.bruno]) await signUp(await app.as(person))

beforeEach(async () => {
  for (const table of ['happenings', 'jobs', 'reminded', 'push_wishes'] as const)
    await db.deleteFrom(table).execute()
})

const YESTERDAY = '2027-04-03'
const morning = (time: string, day = '2027-04-04') =>
  Temporal.ZonedDateTime.from(`${day}T${time}[Europe/Berlin]`)
const team = (recorders: (number | undefined)[], others: Parameters<typeof insertHappening>[1] = {}) =>
  insertHappening(db, {
    date: YESTERDAY,
    recorders: recorders.filter((id) => id !== undefined),
    entries: [{ name: 'Eins', soll: [`${YESTERDAY}T08:00`, `${YESTERDAY}T16:00`] }],
    ...others,
  })
const told = async () => {
  const jobs = await db
    .selectFrom('jobs')
    .where('kind', '=', 'push.send')
    .select('payload')
    .orderBy('id')
    .execute()
  return jobs.map(({ payload }) => {
    const { user_id, notification } = payload as { user_id: number; notification: { body: string } }
    return [user_id, notification.body]
  })
}

test('the next morning recorders are told of their team that has not sent all times, once', async () => {
  await team([anna])
  await remindRecorders(kontor, morning('08:59'))
  assert.deepEqual(await told(), [])
  await remindRecorders(kontor, morning('09:00'))
  assert.deepEqual(await told(), [[anna, '„Bühne“ bei „Herbstfest“ von gestern: 0 von 1 erfasst.']])
  await db.deleteFrom('jobs').execute()
  await Promise.all([remindRecorders(kontor, morning('09:01')), remindRecorders(kontor, morning('17:00'))])
  await remindRecorders(kontor, morning('09:00', '2027-04-05'))
  assert.deepEqual(await told(), [])
})

test('who records several teams is told of all at once, and who has sent them, or records none, is not', async () => {
  await team([anna, bruno])
  await team([anna])
  const sent = await team([bruno])
  await db
    .updateTable('time_entries')
    .set({ submitted: true })
    .where('subhappening_id', '=', sent.sub)
    .execute()
  await team([bruno], { status: 'Erledigt' })
  await remindRecorders(kontor, morning('11:30'))
  assert.deepEqual(await told(), [
    [anna, '2 Teams von gestern haben ihre Zeiten noch nicht gesendet.'],
    [bruno, '„Bühne“ bei „Herbstfest“ von gestern: 0 von 1 erfasst.'],
  ])
})

test('nobody is told in their quiet hours, or who does not want to hear of it', async () => {
  await team([anna, bruno])
  // From midnight to midnight.
  const always = { quiet_from: '00:00', quiet_until: '00:00' }
  await db
    .insertInto('push_wishes')
    .values({ user_id: anna ?? 0, ...always })
    .execute()
  await db
    .insertInto('push_wishes')
    .values({ user_id: bruno ?? 0, quiet_from: null, quiet_until: null, missing_times: false })
    .execute()
  await remindRecorders(kontor, morning('09:00'))
  assert.deepEqual(await told(), [])
})

test('where the setting says so nobody is reminded', async () => {
  await team([anna])
  await remindRecorders({ ...kontor, config: { ...kontor.config, reminderTime: 'nie' } }, morning('09:00'))
  assert.deepEqual(await told(), [])
})
