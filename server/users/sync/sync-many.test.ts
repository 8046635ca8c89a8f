import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { people } from '#planner-simulator/company.ts'
import { startSimulator } from '#planner-simulator/server.ts'
import { testApp } from '#server/testing/app.ts'
import { syncUsers } from './sync-users.ts'

const simulator = await startSimulator({ users: people(1_000) })
const kontor = await testApp({ PLANNER_URL: simulator.url, PLANNER_TOKEN: simulator.token })
after(async () => {
  await kontor[Symbol.asyncDispose]()
  await simulator.stop()
})

/** Which transaction wrote each row last. */
const versions = async () => {
  const { rows } = await sql`select id, xmin::text from users union all
    select user_id * 1000 + group_id, xmin::text from memberships order by 1, 2`.execute(kontor.kontor.db)
  return JSON.stringify(rows)
}

test('a thousand people come in one go, and an unchanged second time writes no row', async () => {
  assert.match((await syncUsers(kontor.kontor, null)).result, /988 neu/)
  const before = await versions()
  assert.equal((await syncUsers(kontor.kontor, null)).outcome, 'nothing')
  assert.equal(await versions(), before)
})
