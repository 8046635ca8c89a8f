// How PostgreSQL goes about the lists when there is much of everything. The figures are in bench/happenings-lists.ts.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { CompiledQuery, type KyselyPlugin, type RootOperationNode, sql } from 'kysely'
import { cast } from '#demo/cast.ts'
import type { Caller } from '#server/caller.ts'
import { connect } from '#server/db/connect.ts'
import type { Kontor } from '#server/kontor.ts'
import { testApp } from '#server/testing/app.ts'
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
const bruno = { id: await app.userId(cast.bruno), is_admin: false } as Caller
const asked = { filter: '', order_by: '', page: 0, per_page: 25 }
const anything = { status: undefined, type: undefined, date_start: undefined, date_end: undefined }

/** The tables that are read from end to end, by everything that is asked of the database meanwhile. */
async function scanned(act: (watched: Kontor) => Promise<unknown>): Promise<string[]> {
  const nodes: RootOperationNode[] = []
  const watch: KyselyPlugin = {
    transformQuery({ node }) {
      nodes.push(node)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  await act({ ...kontor, db: kontor.db.withPlugin(watch) })
  assert.ok(nodes.length > 0)
  const plans = await Promise.all(nodes.map(planOf))
  return [
    ...new Set(
      plans.flatMap((plan) => [...plan.matchAll(/Seq Scan on (\w+)/g)].map(([, table]) => table ?? '')),
    ),
  ]
}

async function planOf(node: RootOperationNode): Promise<string> {
  const compiled = (
    kontor.db as unknown as {
      getExecutor(): { compileQuery(node: RootOperationNode, id: object): CompiledQuery }
    }
  )
    .getExecutor()
    .compileQuery(node, { queryId: 'plan' })
  const explain = CompiledQuery.raw(`explain ${compiled.sql}`, [...compiled.parameters])
  const { rows } = await kontor.db.executeQuery<{ 'QUERY PLAN': string }>(explain)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

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
  for (const order_by of ['date', 'name', 'type', 'status'].flatMap((key) => [`+${key}`, `-${key}`])) {
    for (const by of [clara, bruno]) {
      const ask = (watched: Kontor) => readHappenings(watched, by, { ...asked, ...anything, order_by })
      // Once their number is known: counting looks at all of them.
      await ask(kontor)
      none(await scanned(ask))
    }
  }
})
