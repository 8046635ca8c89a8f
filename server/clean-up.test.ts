import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { cast } from '#demo/cast.ts'
import { testApp } from '#server/testing/app.ts'
import { cleanUp } from './clean-up.ts'

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
