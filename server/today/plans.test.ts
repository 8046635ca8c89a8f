// How PostgreSQL goes about the page of today when there is much of everything.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { cast } from '#demo/cast.ts'
import type { Caller } from '#server/caller.ts'
import { connect } from '#server/db/connect.ts'
import { testApp } from '#server/testing/app.ts'
import { statementsOf } from '#server/testing/statements.ts'
import { listGroupsOf } from '#server/users/store.ts'
import { readToday } from './read-today.ts'

const app = await testApp()
after(() => app[Symbol.asyncDispose]())
const { kontor } = app

const HAPPENINGS = 20_000
const [clara, bruno, david] = [
  await app.userId(cast.clara),
  await app.userId(cast.bruno),
  await app.userId(cast.david),
]
// However slow the machine is: filling is no statement of the product.
const filling = connect(app.database.connection, { connections: 1, statementMs: 0 })
await sql`
  with new as (
    insert into happenings (planner_id, name, date, status)
    select 'P' || n, 'Probe ' || n, current_date - 3000 + n / 6, 'Aktiv' from generate_series(1, ${HAPPENINGS}::int) as n
    returning id),
  parts as (
    insert into subhappenings (happening_id, planner_id, name) select id, 'P' || id, 'Bühne' from new returning id),
  recorders as (
    insert into subhappening_users (subhappening_id, user_id)
    select id, case id % 20 when 0 then ${clara}::int when 1 then ${bruno}::int else ${david}::int end from parts)
  insert into time_entries (subhappening_id, planner_id, personalnummer, soll_von, soll_bis, soll_minutes)
  select id, 'P' || id || '-' || n, 'P' || (1001 + (id + n) % 900), now()::timestamp, now()::timestamp + interval '8 hours', 480
  from parts cross join generate_series(1, 2) as n`.execute(filling)
await sql`update users set is_admin = true where id = ${david}`.execute(filling)
await sql`vacuum analyze happenings, subhappenings, subhappening_users, time_entries`.execute(filling)
await filling.destroy()

async function caller(id: number, is_admin: boolean): Promise<Caller> {
  const groups = await listGroupsOf(kontor.db, id)
  const group_ids = groups.map((group) => group.id).sort((one, other) => one - other)
  return { id, is_admin, may_see_happenings: true, is_planned: true, group_ids } as Partial<Caller> as Caller
}
const nothing = () => {}

test('the page of today reads neither all happenings nor all times', async () => {
  for (const by of [await caller(clara, true), await caller(bruno, false), await caller(david, true)]) {
    const { scanned } = await statementsOf(kontor, (watched) => readToday(watched, by, { lasts: nothing }))
    const large = ['happenings', 'subhappenings', 'subhappening_users', 'time_entries']
    assert.deepEqual(
      scanned.filter((table) => large.includes(table)),
      [],
    )
  }
})
