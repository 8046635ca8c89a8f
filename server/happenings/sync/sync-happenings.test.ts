import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import type { SearchHits } from '#contract/find.ts'
import type { Happening } from '#contract/happenings.ts'
import type { TimeDispute } from '#contract/times.ts'
import { cast } from '#demo/cast.ts'
import { generatePeople } from '#planner-simulator/company.ts'
import { faults } from '#planner-simulator/faults.ts'
import { happeningsAround } from '#planner-simulator/happenings.ts'
import { startSimulator } from '#planner-simulator/server.ts'
import type { PlannedEntry, PlannedHappening } from '#server/planner/port.ts'
import { testApp } from '#server/testing/app.ts'
import { waitForResult } from '#server/testing/until.ts'
import { sendTimes } from '../send/send-times.ts'
import { getNumberedPart } from '../subhappenings-store.ts'
import { previewHappeningSync, syncHappenings } from './sync-happenings.ts'

const simulator = await startSimulator()
const kontor = await testApp({ PLANNER_URL: simulator.url, PLANNER_TOKEN: simulator.token })
after(async () => {
  await kontor[Symbol.asyncDispose]()
  await simulator.stop()
})
const { db } = kontor.kontor
const window = { start_date: '2026-11-21', end_date: '2026-11-28' }
const season = () =>
  happeningsAround({ around: '2026-11-21', users: generatePeople(60), daysBefore: 0, daysAfter: 7 })
const report = () => syncHappenings(kontor.kontor, window, null)
const sync = async () => (await report()).result

/** Reset before each test, because tests modify the plan. */
let [fest, messe]: PlannedHappening[] = []
beforeEach(async () => {
  await db.deleteFrom('happenings').execute()
  simulator.fault = undefined
  simulator.happenings = season()
  ;[fest, messe] = simulator.happenings
})
const planned = (happening: PlannedHappening | undefined) => {
  const sub = happening?.subhappenings[0]
  const entry = sub?.entries[0]
  assert.ok(happening && sub && entry)
  return { happening, sub, entry }
}

const versions = async () => {
  const { rows } = await sql`
    select 'h' as kind, id, xmin::text from happenings union all select 's', id, xmin::text from subhappenings
    union all select 'e', id, xmin::text from time_entries union all select 't', id, xmin::text from time_history
    order by 1, 2`.execute(db)
  return JSON.stringify(rows)
}
const entryOf = ({ id }: PlannedEntry) =>
  db.selectFrom('time_entries').where('planner_id', '=', id).selectAll().executeTakeFirst()
const statusOf = async ({ id }: PlannedHappening) =>
  (await db.selectFrom('happenings').where('planner_id', '=', id).select('status').executeTakeFirst())?.status
const setStatus = ({ id }: PlannedHappening, status: 'Entwurf' | 'Aktiv' | 'Archiv') =>
  db.updateTable('happenings').set({ status }).where('planner_id', '=', id).execute()
const enter = ({ id }: PlannedEntry) =>
  db
    .updateTable('time_entries')
    .set({ ist_von: '2026-11-21T10:00', ist_bis: '2026-11-21T11:00', ist_minutes: 60, revision: 1 })
    .where('planner_id', '=', id)
    .execute()
async function assign({ id }: { id: string }) {
  const sub = await db
    .selectFrom('subhappenings')
    .where('planner_id', '=', id)
    .select('id')
    .executeTakeFirstOrThrow()
  const user_id = await kontor.userId(cast.anna)
  await db.insertInto('subhappening_users').values({ subhappening_id: sub.id, user_id }).execute()
}

test('everything planned comes as Entwurf with its lengths, and a second time writes no row', async () => {
  const count = simulator.happenings.length
  assert.deepEqual(await report(), { result: `Abgleich fertig: ${count} neu.`, outcome: 'done' })
  const { entry } = planned(fest)
  const found = await entryOf(entry)
  assert.equal(found?.soll_von, `${entry.soll_von}:00`)
  const minutes = (Date.parse(`${entry.soll_bis}Z`) - Date.parse(`${entry.soll_von}Z`)) / 60_000
  assert.equal(found?.soll_minutes, minutes)
  const before = await versions()
  const nothing = { result: 'Abgleich fertig: Es hat sich nichts geändert.', outcome: 'nothing' }
  assert.deepEqual(await report(), nothing)
  assert.equal(await versions(), before)
})

test('who is cancelled keeps the planned times to be read, but counts in no sum', async () => {
  await sync()
  const { entry, sub } = planned(fest)
  const { soll_minutes: length } = (await entryOf(entry)) as { soll_minutes: number }
  const sums = async () => {
    const where = await db
      .selectFrom('subhappenings')
      .where('planner_id', '=', sub.id)
      .select(['id as subhappening_id', 'happening_id'])
      .executeTakeFirstOrThrow()
    return getNumberedPart(db, { id: 0, is_admin: true, sees_all_happenings: false }, where)
  }
  const before = await sums()
  entry.status = 'abgesagt'
  await sync()
  const cancelled = await entryOf(entry)
  assert.deepEqual([cancelled?.soll_von, cancelled?.soll_minutes], [`${entry.soll_von}:00`, null])
  const after = await sums()
  assert.deepEqual([before.sollzeit - after.sollzeit, before.sollentries - after.sollentries], [length, 1])
  entry.status = 'zugesagt'
  await sync()
  assert.equal((await entryOf(entry))?.soll_minutes, length)
})

test('a draft follows the planner, but keeps recorders and entered times; changed plans of these are remembered', async () => {
  await sync()
  const { happening, sub, entry } = planned(fest)
  const [, other] = sub.entries
  assert.ok(other)
  await assign(sub)
  await enter(entry)
  happening.name = 'Herbstfest'
  Object.assign(entry, { soll_bis: `${entry.soll_von?.slice(0, 11)}23:59`, ist_von: entry.soll_von })
  Object.assign(other, { last_name: 'Neu', ist_von: other.soll_von, ist_bis: other.soll_bis })
  assert.equal(await sync(), 'Abgleich fertig: 1 geändert.')
  const [ours, theirs] = [await entryOf(entry), await entryOf(other)]
  assert.deepEqual([ours?.ist_von, ours?.ist_minutes, ours?.revision], ['2026-11-21T10:00:00', 60, 1])
  assert.equal(ours?.soll_bis, `${entry.soll_bis}:00`)
  assert.deepEqual(
    [theirs?.last_name, theirs?.ist_von, theirs?.ist_minutes, theirs?.revision],
    ['Neu', `${other.soll_von}:00`, theirs?.soll_minutes, 0],
  )
  const history = await db.selectFrom('time_history').selectAll().execute()
  assert.deepEqual(
    history.map(({ entry_id, kind, new_bis, user_id }) => ({ entry_id, kind, new_bis, user_id })),
    [{ entry_id: ours?.id, kind: 'planned', new_bis: ours?.soll_bis, user_id: null }],
  )
  assert.equal((await db.selectFrom('subhappening_users').selectAll().execute()).length, 1)
})

test('what is no draft any more is left alone, and named', async () => {
  await sync()
  await setStatus(planned(fest).happening, 'Aktiv')
  await setStatus(planned(messe).happening, 'Archiv')
  planned(fest).entry.last_name = 'Anders'
  planned(messe).happening.name = 'Anders'
  const before = await versions()
  const { result, outcome } = await report()
  assert.equal(outcome, 'partly')
  assert.match(result, /^Abgleich fertig: Es hat sich nichts geändert\.\n/)
  assert.match(
    result,
    new RegExp(
      `In der Personalplanung geändert, nicht übernommen \\(Aktiv\\): ${fest?.name} \\(21\\.11\\.2026\\)`,
    ),
  )
  assert.match(result, /nicht übernommen \(Archiv\)/)
  assert.equal(await versions(), before)
})

test('vanished drafts go, but become Inaktiv with recorders or entered times; used ones are named', async () => {
  await sync()
  const [gone, recorded, entered, used, ...rest] = simulator.happenings
  assert.ok(gone && recorded && entered && used)
  await assign(planned(recorded).sub)
  await enter(planned(entered).entry)
  await setStatus(used, 'Aktiv')
  simulator.happenings = rest
  const report = await sync()
  assert.match(report, /^Abgleich fertig: 1 entfernt, 2 inaktiv geworden\.\n/)
  assert.equal(report.split('\n').length, 4)
  assert.deepEqual(await Promise.all([gone, recorded, entered, used].map(statusOf)), [
    undefined,
    'Inaktiv',
    'Inaktiv',
    'Aktiv',
  ])
  assert.equal((await entryOf(planned(entered).entry))?.ist_minutes, 60)
})

test('vanished parts and entries of a draft go, but stay with what was put into them', async () => {
  await sync()
  const [part, staffed] = fest?.subhappenings ?? []
  const [entry, timed] = part?.entries ?? []
  assert.ok(fest && part && staffed && entry && timed)
  await assign(staffed)
  await enter(timed)
  part.entries = part.entries.slice(2)
  fest.subhappenings = fest.subhappenings.filter((one) => one !== staffed)
  const report = await sync()
  assert.match(report, /^Abgleich fertig: 1 geändert\.\n/)
  assert.match(report, new RegExp(`behalten: „${staffed.name}“ in `))
  assert.match(report, new RegExp(`Zeiten und daher behalten: ${timed.last_name}`))
  assert.equal(await entryOf(entry), undefined)
  assert.equal((await entryOf(timed))?.ist_minutes, 60)
})

test('times that the planner enters are a new state of the entry: who has not seen them overwrites nothing', async () => {
  await sync()
  const { happening, entry } = planned(fest)
  const seen = await entryOf(entry)
  assert.ok(seen)
  Object.assign(entry, { ist_von: entry.soll_von, ist_bis: entry.soll_bis })
  await sync()
  await sync()
  assert.equal((await entryOf(entry))?.imports, 1)
  await setStatus(happening, 'Aktiv')
  const { happening_id } = await db
    .selectFrom('subhappenings')
    .where('id', '=', seen.subhappening_id)
    .select('happening_id')
    .executeTakeFirstOrThrow()
  const clara = await kontor.as(cast.clara)
  const path = `/happenings/${happening_id}/subhappenings/${seen.subhappening_id}/time/`
  const clear = { ist_von_date: null, ist_von_time: null, ist_bis_date: null, ist_bis_time: null }
  const items = (revision: number) => ({ items: [{ timeentry_id: seen.id, ...clear, revision }] })
  const { status, body } = await clara.send('PATCH', path, items(0))
  const [dispute] = body['disputes'] as TimeDispute[]
  assert.deepEqual([status, dispute?.entry?.revision, dispute?.by], [409, 1, null])
  assert.equal((await clara.send('PATCH', path, items(1))).status, 200)
})

test('an entry that moves keeps its id and what was entered, also out of what vanishes', async () => {
  await sync()
  const { sub, entry } = planned(fest)
  await enter(entry)
  const before = await entryOf(entry)
  sub.entries = sub.entries.filter((one) => one !== entry)
  planned(messe).sub.entries.push(entry)
  simulator.happenings = simulator.happenings.filter((one) => one !== fest)
  assert.match(await sync(), /^Abgleich fertig: 1 geändert, 1 entfernt\.$/)
  const now = await entryOf(entry)
  assert.deepEqual([now?.id, now?.ist_minutes], [before?.id, 60])
  assert.notEqual(now?.subhappening_id, before?.subhappening_id)
})

/** Imports an entry with actual times that were entered in the planner. */
async function takeOverTimes({ happening, sub, entry }: ReturnType<typeof planned>) {
  Object.assign(entry, { ist_von: entry.soll_von, ist_bis: entry.soll_bis })
  sub.entries = [entry]
  await sync()
  await setStatus(happening, 'Aktiv')
}
async function send(entry: PlannedEntry) {
  const row = await entryOf(entry)
  assert.ok(row)
  const { result } = await sendTimes(kontor.kontor, {
    subhappening_id: row.subhappening_id,
    by: await kontor.userId(cast.clara),
  })
  return result
}

test('times on their way to the planner are not replaced or dropped when the answer is lost: sent again they are the same', async () => {
  const { happening, sub, entry } = planned(fest)
  await takeOverTimes({ happening, sub, entry })
  simulator.fault = faults['broken']
  await assert.rejects(send(entry))
  simulator.fault = undefined
  await setStatus(happening, 'Entwurf')
  const before = await entryOf(entry)
  Object.assign(entry, { ist_bis: `${entry.soll_bis?.slice(0, 11)}23:59` })
  await sync()
  assert.equal((await entryOf(entry))?.ist_bis, before?.ist_bis)
  sub.entries = []
  await sync()
  assert.equal((await entryOf(entry))?.id, before?.id)
  sub.entries = [entry]
  await setStatus(happening, 'Aktiv')
  assert.equal(await send(entry), '1 von 1 Zeit übermittelt.')
})

test('an entry that was refused, dropped and brought back by the planner is sent anew; who still has the old one changes nothing', async () => {
  const { happening, sub, entry } = planned(messe)
  entry.status = 'abgesagt'
  await takeOverTimes({ happening, sub, entry })
  assert.match(await send(entry), /1 abgelehnt/)
  const old = await entryOf(entry)
  await setStatus(happening, 'Entwurf')
  sub.entries = []
  await sync()
  assert.equal(await entryOf(entry), undefined)
  Object.assign(entry, { status: 'zugesagt', ist_bis: entry.ist_von?.replace(/\d\d$/, '59') })
  sub.entries = [entry]
  await sync()
  await setStatus(happening, 'Aktiv')
  const row = await entryOf(entry)
  const clara = await kontor.as(cast.clara)
  const { id } = await db
    .selectFrom('happenings')
    .where('planner_id', '=', happening.id)
    .select('id')
    .executeTakeFirstOrThrow()
  const path = `/happenings/${id}/subhappenings/${row?.subhappening_id}/time/`
  const change = { timeentry_id: old?.id, ist_von_date: null, ist_von_time: null }
  assert.equal((await clara.send('PATCH', path, { items: [change] })).status, 404)
  assert.deepEqual(await entryOf(entry), row)
  assert.equal(await send(entry), '1 von 1 Zeit übermittelt.')
})

test('a happening that moves out of the window takes its parts along when it is next asked for', async () => {
  await sync()
  const { happening } = planned(fest)
  await assign(planned(fest).sub)
  happening.date = '2026-12-20'
  assert.match(await sync(), /1 inaktiv geworden/)
  const later = { start_date: '2026-12-20', end_date: '2026-12-20' }
  const { result } = await syncHappenings(kontor.kontor, later, null)
  assert.match(result, /nicht übernommen \(Inaktiv\)/)
})

test('when the planner fails or answers nothing, nothing is written and a sentence says so', async () => {
  await sync()
  const before = await versions()
  for (const name of ['down', 'nobody']) {
    simulator.fault = faults[name]
    await assert.rejects(sync(), /Es wurde nichts geändert\.$/, name)
    assert.equal(await versions(), before, name)
  }
  simulator.fault = undefined
  simulator.happenings = []
  await assert.rejects(sync(), /keine Veranstaltungen geliefert. Es wurde nichts geändert\.$/)
  assert.equal(await versions(), before)
})

test('the preview tells what a sync would do, and writes nothing', async () => {
  simulator.happenings = season().slice(0, 4)
  await sync()
  const [first, second, third] = simulator.happenings
  assert.ok(first && second && third)
  await setStatus(third, 'Aktiv')
  const more = season()[5]
  simulator.happenings = season()
    .slice(1, 4)
    .concat(more ?? [])
  planned(simulator.happenings[0]).happening.name = 'Anders'
  planned(simulator.happenings[1]).entry.last_name = 'Anders'
  const before = await versions()
  const preview = await previewHappeningSync(kontor.kontor, window)
  assert.deepEqual(
    [preview.new.count, preview.changed, preview.vanishing.count, preview.skipped.count, preview.unchanged],
    [1, { count: 1, names: [`${second.name} (${second.date.split('-').toReversed().join('.')})`] }, 1, 1, 1],
  )
  assert.equal(await versions(), before)
  simulator.happenings = []
  assert.match(String((await previewHappeningSync(kontor.kontor, window)).refused), /keine Veranstaltungen/)
})

test('where a happening is comes with it to the list, orders and is found there, and a change of it is told before a sync', async () => {
  const [first, second, third] = season()
  assert.ok(first && second && third)
  Object.assign(first, { name: 'Erstes', ort: 'Öjendorfer Park, Hamburg' })
  Object.assign(second, { name: 'Zweites', ort: 'Altes Gaswerk, Schwerin' })
  Object.assign(third, { name: 'Drittes', ort: undefined })
  simulator.happenings = [first, second, third]
  await sync()
  const clara = await kontor.as(cast.clara)
  const days = { date_start: window.start_date, date_end: window.end_date }
  const listed = async (query: Record<string, string>) =>
    ((await clara.get('/happenings/', { query: { ...days, ...query } })).body['items'] as Happening[]).map(
      ({ name, ort }) => [name, ort],
    )
  const all = [
    ['Drittes', ''],
    ['Zweites', second.ort],
    ['Erstes', first.ort],
  ]
  assert.deepEqual(await listed({ order_by: '+ort' }), all)
  assert.deepEqual(await listed({ order_by: '-ort' }), all.toReversed())
  assert.deepEqual(await listed({ filter: 'ojendorfer' }), [['Erstes', first.ort]])
  const { happenings } = (await clara.get('/find/', { query: { filter: 'gaswerk' } })).body as SearchHits
  assert.deepEqual(
    happenings.items.map(({ name, ort }) => [name, ort]),
    [['Zweites', second.ort]],
  )
  first.ort = 'Stadthalle, Rostock'
  assert.equal((await previewHappeningSync(kontor.kontor, window)).changed.count, 1)
  assert.equal(await sync(), 'Abgleich fertig: 1 geändert.')
  assert.deepEqual(await listed({ filter: 'erstes' }), [['Erstes', first.ort]])
})

test('an administrator starts it for a window, and reads the report', async () => {
  const clara = await kontor.as(cast.clara)
  const started = await clara.send('POST', '/happenings/sync/', window)
  const { result, outcome } = await waitForResult(clara, started)
  assert.match(result ?? '', /^Abgleich fertig: \d+ neu\.$/)
  assert.equal(outcome, 'done')
  const { subject } = await db
    .selectFrom('audit')
    .where('action', '=', 'happening.sync')
    .select('subject')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  assert.deepEqual({ ...(subject as object), ...window }, subject)
})

test('while one window is being taken over, the same start answers it, and another window is refused', async () => {
  const clara = await kontor.as(cast.clara)
  let release = () => {}
  const held = new Promise<void>((go) => (release = go))
  simulator.fault = async (response, answer) => {
    await held
    response.end(answer)
  }
  const start = (asked: object) => clara.send('POST', '/happenings/sync/', asked)
  const first = await start(window)
  const again = await start(window)
  assert.equal(again.body['background_result_id'], first.body['background_result_id'])
  const other = await start({ ...window, end_date: window.start_date })
  assert.equal(other.status, 409)
  assert.equal(
    other.body['details'],
    'Gerade läuft schon ein Abgleich mit anderen Angaben. Bitte warten Sie, bis er fertig ist.',
  )
  release()
  await waitForResult(clara, first)
})
