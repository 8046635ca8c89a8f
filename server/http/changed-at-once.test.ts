import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { cast } from '#demo/cast.ts'
import type { Tx } from '#server/db/connect.ts'
import { type Answered, testApp } from '#server/testing/app.ts'
import { until } from '#server/testing/until.ts'

const kontor = await testApp()
after(() => kontor[Symbol.asyncDispose]())
const { db } = kontor.kontor
const clara = await kontor.as(cast.clara)

/** Asks while somebody else's change is not committed yet, and commits it as soon as the request waits for it. */
async function meanwhile(change: (tx: Tx) => Promise<unknown>, ask: () => Promise<Answered>) {
  const asked = await db.transaction().execute(async (tx) => {
    await change(tx)
    const answer = ask()
    await until(someoneWaits, 'somebody waits')
    return { answer }
  })
  return asked.answer
}

async function someoneWaits() {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length > 0
}

const groupIds = async (name: string) =>
  (await db.selectFrom('groups').where('name', '=', name).select('id').execute()).map(({ id }) => id)
const createGroup = (name: string) => clara.send('PUT', `/groups/custom/${name}/`)

test('a name that somebody else takes in the same moment is taken', async () => {
  await createGroup('Spielleitung')
  const { status, body } = await meanwhile(
    (tx) => tx.insertInto('groups').values({ name: 'Regie' }).execute(),
    () => clara.send('PATCH', '/groups/custom/Spielleitung/rename/Regie/'),
  )
  assert.equal(status, 409)
  assert.equal(body['details'], 'Diesen Namen gibt es schon.')
  assert.equal((await groupIds('Spielleitung')).length, 1)
})

test('what somebody else deletes in the same moment is not there', async () => {
  await createGroup('Statisterie')
  const [id] = await groupIds('Statisterie')
  const anna = await kontor.userId(cast.anna)
  const { status } = await meanwhile(
    (tx) => tx.deleteFrom('groups').where('id', '=', Number(id)).execute(),
    () => clara.send('PUT', `/users/${anna}/groups/Statisterie/`),
  )
  assert.equal(status, 404)
})

test('who is deleted in the same moment is signed out', async () => {
  const elif = await kontor.as(cast.elif)
  const id = await kontor.userId(cast.elif)
  const anna = await kontor.userId(cast.anna)
  const { status } = await meanwhile(
    (tx) => tx.deleteFrom('users').where('id', '=', id).execute(),
    () => elif.send('POST', '/chat/direct/', { user_id: anna }),
  )
  assert.equal(status, 401)
})

test('of two who rename the same group, the second is told that it is gone', async () => {
  await createGroup('Kasse')
  const [id] = await groupIds('Kasse')
  const { status } = await meanwhile(
    (tx) => tx.updateTable('groups').set({ name: 'Abendkasse' }).where('id', '=', Number(id)).execute(),
    () => clara.send('PATCH', '/groups/custom/Kasse/rename/Vorverkauf/'),
  )
  assert.equal(status, 404)
  assert.deepEqual(await groupIds('Abendkasse'), [id])
})
