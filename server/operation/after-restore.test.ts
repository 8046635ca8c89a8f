import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { emptyHappeningTexts } from '#contract/words/happening-texts.ts'
import { emptyPlannerTexts } from '#contract/words/planner-texts.ts'
import { cast } from '#demo/cast.ts'
import { startSimulator } from '#planner-simulator/server.ts'
import { insertSession } from '#server/auth/session-store.ts'
import { hashToken } from '#server/auth/sessions.ts'
import { connect } from '#server/db/connect.ts'
import { SEND_TIMES_JOB_KIND, sendTimes } from '#server/happenings/send/send-times.ts'
import { insertJob } from '#server/jobs/store.ts'
import type { Kontor } from '#server/kontor.ts'
import { startNode, testApp } from '#server/testing/app.ts'
import { createMigratedDatabase } from '#server/testing/database.ts'
import { insertHappening } from '#server/testing/happenings.ts'
import { peoplePayload, queueWebhookEvent } from '#server/webhooks/outbox-store.ts'
import { insertWebhook } from '#server/webhooks/store.ts'
import { endSessionsAndJobs } from './after-restore.ts'
import { writeBackup } from './backup.ts'
import { withClient } from './database.ts'
import { readBackup } from './restore.ts'

const simulator = await startSimulator()
const settings = { PLANNER_URL: simulator.url, PLANNER_TOKEN: simulator.token }
const kontor = await testApp(settings)
const folder = await mkdtemp(join(tmpdir(), 'kontor-anew-'))
const file = join(folder, 'one.kontor')
const restored = await createMigratedDatabase()
after(async () => {
  await kontor[Symbol.asyncDispose]()
  await restored.drop()
  await simulator.stop()
  await rm(folder, { recursive: true })
})
const { config, db } = kontor.kontor
const by = await kontor.userId(cast.anna)
const { sub, entries } = await insertHappening(db, { recorders: [by], entries: [{ name: 'Berger' }] })
const [entry = 0] = entries

/** Stores actual times with this revision. */
async function enter({ db }: Kontor, revision: number, bis: string) {
  const times = { ist_von: '2026-11-21T18:00:00', ist_bis: `2026-11-21T${bis}:00`, ist_minutes: 60 }
  const changes = { ...times, revision, submitted: false }
  await db.updateTable('time_entries').set(changes).where('id', '=', entry).execute()
}
const send = async (on: Kontor) => (await sendTimes(on, { subhappening_id: sub, by })).result
const booked = () => simulator.validBookings.map(({ ist_bis }) => ist_bis)

test('a backup books no times by itself, and after it nothing new is taken for a repeat of what was sent before', async () => {
  const { planner_id } = await db
    .selectFrom('time_entries')
    .where('id', '=', entry)
    .select('planner_id')
    .executeTakeFirstOrThrow()
  const nothing = { soll_von: null, soll_bis: null, ist_von: null, ist_bis: null }
  const planned = { ...emptyPlannerTexts, ...nothing, id: planner_id, status: 'zugesagt' }
  const parts = [{ id: 'S', name: 'Bühne', entries: [planned] }]
  simulator.happenings = [
    { id: 'V', name: 'Gala', ...emptyHappeningTexts, date: '2026-11-21', subhappenings: parts },
  ]

  await enter(kontor.kontor, 1, '19:00')
  await db.transaction().execute(async (tx) => {
    const payload = { subhappening_id: sub, by, background_result_id: 'waiting' }
    // Due in an hour, so that this server does not run it.
    await insertJob(tx, { kind: SEND_TIMES_JOB_KIND, key: String(sub), payload, seconds: 3_600 })
    await tx
      .insertInto('background_results')
      .values({ id: 'waiting', kind: SEND_TIMES_JOB_KIND, started_by: by })
      .execute()
  })
  await db.transaction().execute(async (tx) => {
    const secret = Buffer.alloc(32)
    await insertWebhook(tx, { address: 'https://kasse.example/', events: ['people.changed'], secret })
    await queueWebhookEvent(tx, 'people.changed', peoplePayload('changed', [by]), {
      once: 'people',
      seconds: 3_600,
    })
  })
  await withClient({ config, connection: kontor.database.connection }, (client) => writeBackup(client, file))
  await enter(kontor.kontor, 2, '20:00')
  assert.equal(await send(kontor.kontor), '1 von 1 Zeit übermittelt.')

  await readBackup({ config, connection: restored.connection }, { file })
  const node = await startNode(restored.connection, settings)
  try {
    const [jobs, results] = await Promise.all(
      (['jobs', 'background_results'] as const).map((table) =>
        node.kontor.db.selectFrom(table).select('id').execute(),
      ),
    )
    assert.deepEqual([jobs, results], [[], []])
    assert.deepEqual(booked(), ['2026-11-21T20:00'])
    const told = await node.kontor.db.selectFrom('webhook_deliveries').select(['state', 'problem']).execute()
    assert.deepEqual(
      told.map(({ state }) => state),
      ['failed'],
    )
    assert.match(told[0]?.problem ?? '', /auf einem früheren Stand wiederhergestellt/)
    // The same revision as in an earlier transmission, with other times.
    await enter(node.kontor, 2, '21:00')
    assert.equal(await send(node.kontor), '1 von 1 Zeit übermittelt.')
    assert.deepEqual(booked(), ['2026-11-21T21:00'])
  } finally {
    await node.stop()
  }
})

test('a state that PostgreSQL’s own tools brought back lets nobody in who had been put out since, and books nothing', async () => {
  const copied = await createMigratedDatabase()
  const end = () => endSessionsAndJobs({ config: {}, connection: copied.connection })
  const node = await startNode(copied.connection, settings)
  await assert.rejects(end(), /arbeitet noch ein Server/)
  await node.stop()
  const there = connect(copied.connection, { connections: 1 })
  await there.transaction().execute(async (tx) => {
    const { id } = await tx
      .insertInto('users')
      .values({ username: 'anna' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await insertSession(tx, hashToken('altes'), id, 3_600)
    await insertJob(tx, { kind: SEND_TIMES_JOB_KIND, key: '1', payload: {}, seconds: 3_600 })
  })
  await there.destroy()
  await end()
  await withClient({ config: {}, connection: copied.connection }, async (client) => {
    for (const table of ['sessions', 'jobs'])
      assert.equal((await client.query(`select from ${table}`)).rowCount, 0, table)
  })
  await copied.drop()
})
