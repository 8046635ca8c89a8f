import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { connect } from '#server/db/connect.ts'
import { freshDatabase } from '#server/testing/database.ts'
import { pageOf } from './list-store.ts'

const ROWS = 2_510
const database = await freshDatabase()
const db = connect(database.connection, { connections: 2 })
after(async () => {
  await db.destroy()
  await database.drop()
})

type Numbered = { rows: { id: number; shared: number | null } }
/** Of seven that follow each other one has no key, the others share theirs with many. */
const numbered = db
  .withTables<Numbered>()
  .selectFrom(
    sql<Numbered['rows']>`(
      select n as id, nullif(n % 7, 0) as shared from generate_series(1, ${ROWS}::int) as n)`.as('rows'),
  )
  .select(['rows.id', 'rows.shared'])
const order = { shared: sql`rows.shared` }

const ways = [undefined, 'ids first', 'few'] as const
for (const [order_by, nulls] of [
  ['+shared', 'asc nulls last'],
  ['-shared', 'desc nulls last'],
  ['+id', ''],
  ['-id', ''],
] as const)
  test(`every page is the same, whichever way it is found: ${order_by}`, async () => {
    const inOrder = nulls
      ? numbered.orderBy(sql`rows.shared ${sql.raw(nulls)}`).orderBy('rows.id')
      : numbered.orderBy(sql`rows.id ${sql.raw(order_by === '-id' ? 'desc' : 'asc')}`)
    const all = (await inOrder.execute()).map(({ id }) => id)
    for (const per_page of [25, 400, 1_000])
      for (const known of [undefined, ROWS])
        for (let page = 0; page * per_page < ROWS + 2 * per_page; page++) {
          // Each page by one of them, and each of them for pages near and far.
          const by = ways[page % ways.length]
          const total = { known, keep: () => {} }
          const { items, pages } = await pageOf(
            numbered,
            { order_by, page, per_page },
            { order, id: 'rows.id', first: '+id', total, by },
          )
          assert.deepEqual(
            items.map(({ id }) => id),
            all.slice(page * per_page, (page + 1) * per_page),
            `${page} of ${per_page}`,
          )
          assert.equal(pages, Math.ceil(ROWS / per_page))
        }
  })

for (const off of [3, -10])
  test(`a number that is no longer true leads to no wrong page: ${off}`, async () => {
    const total = { known: ROWS + off, keep: () => {} }
    const last = { order_by: '+id', page: 100, per_page: 25 }
    const { items, pages } = await pageOf(numbered, last, { order, id: 'rows.id', first: '+id', total })
    assert.deepEqual(
      items.map(({ id }) => id),
      [2_501, 2_502, 2_503, 2_504, 2_505, 2_506, 2_507, 2_508, 2_509, 2_510],
    )
    assert.equal(pages, 101)
  })
