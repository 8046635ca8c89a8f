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

const everyOrder = ['date', 'name', 'type', 'status'].flatMap((key) => [`+${key}`, `-${key}`])

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

test('a page of all happenings in the order of their date, name, type or status is read in that order', async () => {
  for (const order_by of everyOrder) {
    for (const by of [clara, bruno]) {
      const ask = (watched: Kontor) => readHappenings(watched, by, { ...asked, ...anything, order_by })
      // Once their number is known: counting looks at all of them.
      await ask(kontor)
      none(await scanned(ask))
    }
  }
})

const planOf = async (by: Caller, query: object) =>
  (await statementsOf(kontor, (watched) => readHappenings(watched, by, { ...asked, ...anything, ...query })))
    .plans

test('the way to a page far from the first one goes along the index alone', async () => {
  for (const by of [clara, bruno])
    for (const order_by of everyOrder)
      assert.match(await planOf(by, { order_by, page: 150 }), /Index Only Scan .*using happenings_in_/)
})

test('a page of one status and from one day on is found in the index of its order alone', async () => {
  const narrowed = { status: 'Aktiv', date_start: '2000-01-01' }
  for (const by of [clara, bruno])
    for (const order_by of ['+date', '-date', '+name', '-name', '+type', '-type'])
      assert.match(await planOf(by, { ...narrowed, order_by }), /Index Only Scan .*using happenings_in_/)
})

test('few that a word finds are put in order, not looked for along it', async () => {
  const plan = await planOf(clara, { filter: '4711', order_by: '+name' })
  assert.match(plan, /Bitmap Index Scan on happenings_by_search/)
  assert.doesNotMatch(plan, /happenings_in_names/)
})

test('what somebody never sees is not looked for', async () => {
  assert.match(await planOf(bruno, { status: 'Archiv' }), /One-Time Filter: false/)
})
