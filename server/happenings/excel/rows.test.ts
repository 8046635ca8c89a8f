import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { testApp } from '#server/testing/app.ts'
import { insertHappening } from '#server/testing/happenings.ts'
import { streamEntries, streamHistory } from './rows-store.ts'

const kontor = await testApp()
after(() => kontor[Symbol.asyncDispose]())
const { db } = kontor.kontor

test('a workbook names everybody once, although others are removed while it is written', async () => {
  const happening = await insertHappening(db, { entries: [{ name: 'Zuerst' }, { name: 'Zuletzt' }] })
  await sql`insert into time_entries (subhappening_id, planner_id, last_name)
    select ${happening.sub}, 'many-' || number, 'Person ' || lpad(number::text, 5, '0')
    from generate_series(1, 4200) number`.execute(db)
  await sql`insert into time_history (entry_id, kind) select id, 'changed' from time_entries
    where subhappening_id = ${happening.sub}`.execute(db)
  const wanted = { happening_id: happening.id, happening_filter: '', subhappening_filter: '' }
  const drop = (from: number, to: number) =>
    sql`delete from time_entries where planner_id in (
      select 'many-' || number from generate_series(${from}::int, ${to}::int) number)`.execute(db)
  const names: (string | null)[] = []
  for await (const { last_name } of streamEntries(db, wanted)) {
    names.push(last_name)
    if (names.length === 10) await drop(1, 5)
  }
  assert.deepEqual([names.length, new Set(names).size], [4202, 4202])
  const past: (string | null)[] = []
  for await (const { last_name } of streamHistory(db, wanted)) {
    past.push(last_name)
    if (past.length === 10) await drop(6, 15)
  }
  assert.deepEqual([past.length, new Set(past).size], [4197, 4197])
})
