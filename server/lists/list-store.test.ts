import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { connect } from '#server/db/connect.ts'
import { createMigratedDatabase } from '#server/testing/database.ts'
import { fetchPage } from './list-store.ts'

const ROWS = 2_510
const database = await createMigratedDatabase()
const db = connect(database.connection, { connections: 2 })
after(async () => {
  await db.destroy()
  await database.drop()
})

type Numbered = { rows: { id: number; shared: number | null } }
/** Every seventh row has no key (null); all others share their key with many rows. */
const numbered = db
  .withTables<Numbered>()
  .selectFrom(
    sql<Numbered['rows']>`(
      select n as id, nullif(n % 7, 0) as shared from generate_series(1, ${ROWS}::int) as n)`.as('rows'),
  )
  .select(['rows.id', 'rows.shared'])
const order = { shared: sql`rows.shared` }

/** First, middle and last pages, and two beyond the end. */
const someOf = (pages: number) => new Set([0, 1, pages >> 1, pages - 2, pages - 1, pages, pages + 1])

for (const [order_by, nulls] of [
  ['+shared', 'asc nulls last'],
  ['-shared', 'desc nulls last'],
  ['+id', ''],
  ['-id', ''],
] as const)
  test(`each page is found, in its order: ${order_by}`, async () => {
    const inOrder = nulls
      ? numbered.orderBy(sql`rows.shared ${sql.raw(nulls)}`).orderBy('rows.id')
      : numbered.orderBy(sql`rows.id ${sql.raw(order_by === '-id' ? 'desc' : 'asc')}`)
    const all = (await inOrder.execute()).map(({ id }) => id)
    for (const per_page of [25, 400, 1_000])
      for (const total of [undefined, ROWS])
        for (const page of someOf(Math.ceil(ROWS / per_page))) {
          const { items, pages } = await fetchPage(
            numbered,
            { order_by, page, per_page },
            { order, id: 'rows.id', first: '+id', total },
          )
          assert.deepEqual(
            items.map(({ id }) => id),
            all.slice(page * per_page, (page + 1) * per_page),
            `${page} of ${per_page}`,
          )
          assert.equal(pages, Math.ceil(ROWS / per_page))
        }
  })
