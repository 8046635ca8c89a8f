import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { cast } from '#demo/cast.ts'
import { insertMinutes } from '#server/status/store.ts'
import { testApp } from '#server/testing/app.ts'
import { cleanUp, cleanUpAfterFirstDay } from './clean-up.ts'

const kontor = await testApp()
after(() => kontor[Symbol.asyncDispose]())
const { db } = kontor.kontor

test('what cannot be removed keeps nothing behind it, and is told all the same', async () => {
  await db
    .insertInto('failures')
    .values({ reference: 'old', at: new Date(Date.now() - 31 * 86_400_000), node: 'eins', what: 'TypeError' })
    .execute()
  await kontor.as(cast.anna)
  await db.updateTable('sessions').set({ expires_at: sql<Date>`now() - interval '1 day'` }).execute()
  await sql`alter table sign_ins rename to elsewhere`.execute(db)
  try {
    await assert.rejects(cleanUp(kontor.kontor), /sign_ins/)
  } finally {
    await sql`alter table elsewhere rename to sign_ins`.execute(db)
  }
  assert.deepEqual(await db.selectFrom('sessions').select('id').execute(), [])
  assert.deepEqual(await db.selectFrom('failures').select('reference').execute(), [])
})

test('nothing is removed by a clock that has leapt ahead, until a node has run for a day by it', async () => {
  const sessions = async () => (await db.selectFrom('sessions').select('id').execute()).length
  await kontor.as(cast.anna)
  await db.updateTable('sessions').set({ expires_at: sql<Date>`now() - interval '1 day'` }).execute()
  const ran = (hoursAgo: number) =>
    insertMinutes(db, [
      {
        node: 'eins',
        minute: new Date(Date.now() - hoursAgo * 3_600_000),
        started_at: new Date(),
        build: 'abc',
        requests: 0,
        failed: 0,
        delay_ms: 0,
        busy: 0,
        memory_bytes: 0,
        live: 0,
      },
    ])
  // Simulates a clock that jumps forty days ahead: the node was seen before the jump, and two hours ago.
  await ran(40 * 24)
  await ran(2)
  await cleanUpAfterFirstDay(kontor.kontor)
  assert.equal(await sessions(), 1)
  await ran(24)
  await cleanUpAfterFirstDay(kontor.kontor)
  assert.equal(await sessions(), 0)
})
