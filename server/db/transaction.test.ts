import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { freshDatabase } from '#server/testing/database.ts'
import { connect, sendAhead, type Tx, transaction } from './connect.ts'

const database = await freshDatabase()
const db = connect(database.connection)
after(async () => {
  await db.destroy()
  await database.drop()
})

const insert = (tx: Tx, name: string) => sql`insert into groups (name) values (${name})`.compile(tx)
const names = async () => (await db.selectFrom('groups').select('name').execute()).map(({ name }) => name)

test('what is sent ahead is done before the next statement, and with the commit', async () => {
  await transaction(db, async (tx) => {
    await sendAhead(tx, insert(tx, 'Erste'))
    assert.equal((await tx.selectFrom('groups').select('name').execute()).length, 1)
    await sendAhead(tx, insert(tx, 'Zweite'))
  })
  assert.deepEqual((await names()).sort(), ['Erste', 'Zweite'])
})

test('when it fails, the transaction does too and says why, also when nothing comes after it', async () => {
  const before = await names()
  for (const isLast of [true, false]) {
    const work = transaction(db, async (tx) => {
      await sendAhead(tx, insert(tx, 'Dritte'))
      await sendAhead(tx, sql`select 1 / 0`.compile(tx))
      if (!isLast) await tx.selectFrom('groups').select('name').execute()
    })
    await assert.rejects(work, { code: '22012' })
  }
  assert.deepEqual(await names(), before)
})

test('a connection serves on after a transaction that failed', async () => {
  const one = connect(database.connection, { connections: 1 })
  try {
    await assert.rejects(
      transaction(one, async (tx) => sendAhead(tx, sql`select 1 / 0`.compile(tx))),
      { code: '22012' },
    )
    const { rows } = await sql`select 1 as one`.execute(one)
    assert.deepEqual(rows, [{ one: 1 }])
  } finally {
    await one.destroy()
  }
})
