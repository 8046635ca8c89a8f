// How PostgreSQL goes about the audit log when there is much of it.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { CompiledQuery, type KyselyPlugin, type RootOperationNode, sql } from 'kysely'
import { connect, type Database } from '#server/db/connect.ts'
import { testApp } from '#server/testing/app.ts'
import { prefixesOf } from './actions.ts'
import { allAudit, listAudit, type Narrowed } from './store.ts'

const app = await testApp()
after(() => app[Symbol.asyncDispose]())
const { db, config } = app.kontor

const ROWS = 60_000
const filling = connect(app.database.connection, { connections: 1, statementMs: 0 })
await sql`insert into audit (at, user_id, action, subject)
  select now() - make_interval(mins => n), n % 500,
    (array['doc.answer', 'auth.login', 'refused.forbidden', 'user.rename'])[1 + n % 4],
    jsonb_build_object(case when n % 2 = 0 then 'doc_id' else 'user_id' end, n % 900)
  from generate_series(1, ${ROWS}::int) as n`.execute(filling)
await sql`vacuum analyze audit`.execute(filling)
await filling.destroy()

/** How what is asked of the database meanwhile would be answered. */
async function planOf(act: (db: Database) => Promise<unknown>): Promise<string> {
  const nodes: RootOperationNode[] = []
  const watch: KyselyPlugin = {
    transformQuery({ node }) {
      nodes.push(node)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  await act(db.withPlugin(watch))
  const whole = nodes.at(-1)
  assert.ok(whole)
  const executor = (
    db as unknown as {
      getExecutor(): { compileQuery(node: RootOperationNode, id: object): CompiledQuery }
    }
  ).getExecutor()
  const { sql: text, parameters } = executor.compileQuery(whole, { queryId: 'plan' })
  const explain = CompiledQuery.raw(`explain ${text}`, [...parameters])
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': string }>(explain)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

const anything: Narrowed = {
  user_id: undefined,
  object: undefined,
  kind: undefined,
  date_start: undefined,
  date_end: undefined,
}
const day = (days: number) => Temporal.Now.plainDateISO().add({ days }).toString()
const narrowed: Record<string, Partial<Narrowed>> = {
  'no filter': {},
  'a person': { user_id: 7 },
  'an object': { object: 'doc 8' },
  'a kind': { kind: prefixesOf('Ablehnungen') },
  'several kinds': { kind: prefixesOf('Benutzer und Rechte') },
  'days long ago': { date_start: day(-30), date_end: day(-29) },
  'a person and days': { user_id: 7, date_start: day(-30), date_end: day(-29) },
}

for (const [name, some] of Object.entries(narrowed)) {
  test(`a page with ${name} is read by an index, in both directions; counting ends with the last page`, async () => {
    for (const order_by of ['-at', '+at'])
      for (const page of [0, 3]) {
        const asked = { ...anything, ...some, order_by, page, per_page: 50 }
        const plan = await planOf((db) => listAudit(db, asked, config.timeZone))
        // The table is named otherwise where rows are counted.
        assert.doesNotMatch(plan, /Seq Scan on audit {2}/, plan)
        assert.match(plan, /Aggregate.*\n\s+->\s+Limit/)
      }
  })
}

test('beyond what can be leafed through nothing is read', async () => {
  const asked = { ...anything, order_by: '', page: 1_000_000, per_page: 50 }
  const { items, pages } = await listAudit(db, asked, config.timeZone)
  assert.deepEqual([items, pages], [[], 200])
})

test('taken along whole, every row comes once, in its order', async () => {
  let rows = 0
  let last = Infinity
  for await (const piece of allAudit(db, { ...anything, kind: ['auth'] }, config.timeZone)) {
    for (const { at } of piece) {
      assert.ok(at.getTime() <= last)
      last = at.getTime()
    }
    rows += piece.length
  }
  assert.equal(rows, ROWS / 4)
})
