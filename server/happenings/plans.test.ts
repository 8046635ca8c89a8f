// How PostgreSQL goes about the lists when there is much of everything. The figures are in bench/happenings-lists.ts.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { cast } from '#demo/cast.ts'
import type { Caller } from '#server/caller.ts'
import { connect } from '#server/db/connect.ts'
import type { Kontor } from '#server/kontor.ts'
import { testApp } from '#server/testing/app.ts'
import { statementsOf } from '#server/testing/statements.ts'
import { readHappenings } from './read-happenings.ts'
import { readSubhappenings } from './read-subhappenings.ts'
import { readTimes } from './times/read-times.ts'

const app = await testApp()
after(() => app[Symbol.asyncDispose]())
const { kontor } = app

const HAPPENINGS = 10_000
// However slow the machine is: filling is no statement of the product.
const filling = connect(app.database.connection, { connections: 1, statementMs: 0 })
await sql`
  with new as (
    insert into happenings (planner_id, name, date, status)
    select 'P' || n, 'Probe ' || n, current_date - 2000 + n / 3, 'Aktiv' from generate_series(1, ${HAPPENINGS}::int) as n
    returning id),
  parts as (
    insert into subhappenings (happening_id, planner_id, name) select id, 'P' || id, 'Bühne' from new returning id)
  insert into time_entries (subhappening_id, planner_id, soll_minutes)
  select id, 'P' || id || '-' || n, 480 from parts cross join generate_series(1, 2) as n`.execute(filling)
await sql`vacuum analyze happenings, subhappenings, time_entries`.execute(filling)
await filling.destroy()

const where = await kontor.db
  .selectFrom('subhappenings')
  .where('planner_id', 'like', 'P%')
  .select(['id as subhappening_id', 'happening_id'])
  .limit(1)
  .executeTakeFirstOrThrow()
const clara = { id: await app.userId(cast.clara), is_admin: true } as Caller
const bruno = { id: await app.userId(cast.bruno), is_admin: false, sees_all_happenings: true } as Caller
const asked = { filter: '', order_by: '', page: 0, per_page: 25 }
const anything = { status: undefined, type: undefined, date_start: undefined, date_end: undefined }

const scanned = async (act: (watched: Kontor) => Promise<unknown>) =>
  (await statementsOf(kontor, act)).scanned

const large = ['happenings', 'subhappenings', 'time_entries']
const none = (tables: string[]) =>
  assert.deepEqual(
    tables.filter((table) => large.includes(table)),
    [],
  )

test('the times of one part are read without looking at those of others', async () => {
  for (const by of [clara, bruno]) none(await scanned((watched) => readTimes(watched, by, where, asked)))
})

test('the parts of one happening and their sums are read without looking at those of others', async () => {
  for (const by of [clara, bruno])
    none(await scanned((watched) => readSubhappenings(watched, by, where.happening_id, asked)))
})

test('a page of the days around today, with its sums, is read by the date', async () => {
  const day = (days: number) => Temporal.Now.plainDateISO().add({ days }).toString()
  const window = { ...anything, date_start: day(-3), date_end: day(7) }
  for (const order_by of ['+date', '-date', '+name'])
    none(await scanned((watched) => readHappenings(watched, clara, { ...asked, ...window, order_by })))
  for (const by of [clara, bruno])
    none(await scanned((watched) => readHappenings(watched, by, { ...asked, ...window, with_teams: true })))
})
