import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { jobKinds } from '#server/job-kinds.ts'
import { countLoss } from '#server/jobs/losses-store.ts'
import { testApp } from '#server/testing/app.ts'
import { kindName } from '../kind-names.ts'
import { queueFindings } from './queue.ts'

const kontor = await testApp()
after(() => kontor[Symbol.asyncDispose]())
const { db } = kontor.kontor
await kontor.worker.stop()
beforeEach(async () => {
  await db.deleteFrom('jobs').execute()
  await db.deleteFrom('job_losses').execute()
})

const insert = (kind: string, queue: string, count: number, minutes: number) =>
  sql`insert into jobs (kind, queue, run_at)
    select ${kind}, ${queue}, now() - make_interval(mins => ${minutes}) from generate_series(1, ${count}::int)`.execute(
    db,
  )
const says = async (runs = true) => {
  const findings = await queueFindings(db, { runs })
  return findings.map(({ fine, says }) => `${fine ? 'gut' : 'FEHLT'}: ${says}`)
}

test('each kind of job has a name for people', () => {
  assert.deepEqual(
    Object.keys(jobKinds).filter((kind) => kindName(kind) === kind),
    [],
  )
})

test('a kind of another release is shown as it is called', () => {
  assert.deepEqual(['send_pigeon', 'constructor'].map(kindName), ['send_pigeon', 'constructor'])
})

test('an empty queue is well', async () => {
  assert.deepEqual(await says(), ['gut: Kein Auftrag wartet.'])
})

test('what has only just begun to wait is well; what waits long although it could begin is named, with its service', async () => {
  await insert('push.send', 'web.push.apple.com', 1_500, 20)
  await insert('push.send', 'fcm.googleapis.com', 2, 0)
  await insert('users.sync', '1', 1, 2)
  assert.deepEqual(await says(), [
    'FEHLT: Benachrichtigungen: wartend 1.502 (seit bis zu 20 Minuten), laufend 0',
    'gut: Abgleiche der Benutzer: wartend 1 (seit bis zu 2 Minuten), laufend 0',
    'FEHLT: Der Dienst web.push.apple.com nimmt seit 20 Minuten nicht alles an; wartende Benachrichtigungen: 1.500',
  ])
})

test('while no server runs it is no wonder that work waits', async () => {
  await insert('times.send', '1', 1, 300)
  assert.deepEqual(await says(false), [
    'gut: Sendungen von Zeiten: wartend 1 (seit bis zu 5 Stunden), laufend 0',
  ])
})

test('what was lost in the last seven days is told, and why; what found no room is not well', async () => {
  await countLoss(db, 'push.send', 'dropped', 1_200)
  await countLoss(db, 'push.send', 'outdated', 3)
  await countLoss(db, 'users.sync', 'failed')
  await db
    .updateTable('job_losses')
    .set({ at: sql`now() - interval '8 days'` })
    .where('kind', '=', 'users.sync')
    .execute()
  assert.deepEqual(await says(), [
    'gut: Kein Auftrag wartet.',
    'FEHLT: Benachrichtigungen, in den letzten 7 Tagen nicht angenommen, weil zu viele warteten: 1.200',
    'gut: Benachrichtigungen, in den letzten 7 Tagen verfallen: 3',
  ])
})
