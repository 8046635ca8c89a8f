import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { cast } from '#demo/cast.ts'
import { previewHappeningSync } from '#server/happenings/sync/sync-happenings.ts'
import { testApp } from '#server/testing/app.ts'
import { seedCompany } from './company.ts'
import { today } from './happenings.ts'
import { demoSettings } from './planner.ts'

const { env, planner } = await demoSettings({})
assert.ok(planner)
const kontor = await testApp({
  PLANNER_URL: env['PLANNER_URL'] ?? '',
  PLANNER_TOKEN: env['PLANNER_TOKEN'] ?? '',
})
after(async () => {
  await kontor[Symbol.asyncDispose]()
  await planner.stop()
})
await seedCompany(kontor.kontor, planner)
const { db } = kontor.kontor
const counts = async (what: string) => {
  const { rows } = await sql.raw<{ name: string; count: number }>(what).execute(db)
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}

test('there are happenings of every status, and times that are open, recorded, sent and refused', async () => {
  const statuses = await counts('select status as name, count(*)::int from happenings group by 1')
  for (const status of ['Entwurf', 'Aktiv', 'Erledigt', 'Inaktiv', 'Archiv'])
    assert.ok((statuses[status] ?? 0) > 0, JSON.stringify(statuses))
  const times = await counts(`select case when submitted then 'sent' when refused is not null then 'refused'
    when ist_minutes is not null then 'recorded' else 'open' end as name, count(*)::int from time_entries group by 1`)
  for (const kind of ['sent', 'refused', 'recorded', 'open'])
    assert.ok((times[kind] ?? 0) > 0, JSON.stringify(times))
  const lengths = await counts(`select 'wrong' as name, count(*)::int from time_entries
    where ist_minutes <> extract(epoch from ist_bis - ist_von) / 60`)
  assert.deepEqual(lengths, { wrong: 0 })
})

test('Anna records several parts, one of them twenty people strong and still open today', async () => {
  const anna = await kontor.as(cast.anna)
  const { body } = await anna.get('/happenings/', { query: { date_start: today(), date_end: today() } })
  const [gala] = (body['items'] as { id: number; name: string }[]).filter(
    ({ name }) => name === 'Nordlicht-Gala',
  )
  assert.ok(gala)
  const parts = (await anna.get(`/happenings/${gala.id}/subhappenings/`)).body['items'] as { id: number }[]
  const times = await anna.get(`/happenings/${gala.id}/subhappenings/${parts[0]?.id}/time/`)
  const entries = times.body['items'] as { is_editable: boolean; ist_von_date: null }[]
  assert.equal(entries.length, 20)
  assert.ok(entries.every(({ is_editable, ist_von_date }) => is_editable && ist_von_date === null))
})

test('the planner has gone on: the next sync has something of each kind to show', async () => {
  const day = (days: number) => Temporal.PlainDate.from(today()).add({ days }).toString()
  const preview = await previewHappeningSync(kontor.kontor, { start_date: day(0), end_date: day(8) })
  for (const kind of ['new', 'changed', 'vanishing'] as const) assert.ok(preview[kind].count > 0, kind)
  assert.equal(preview.refused, null)
  assert.deepEqual(preview.skipped.names, [])
})
