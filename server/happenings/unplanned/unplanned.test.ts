import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { KnownPerson, TimeEntry, TimeHistoryItem } from '#contract/times.ts'
import { emptyHappeningTexts } from '#contract/words/happening-texts.ts'
import { emptyPlannerTexts } from '#contract/words/planner-texts.ts'
import { cast } from '#demo/cast.ts'
import { startSimulator } from '#planner-simulator/server.ts'
import { type Client, testApp } from '#server/testing/app.ts'
import { insertHappening } from '#server/testing/happenings.ts'
import { sendTimes } from '../send/send-times.ts'
import { syncHappenings } from '../sync/sync-happenings.ts'

const simulator = await startSimulator()
const kontor = await testApp({ PLANNER_URL: simulator.url, PLANNER_TOKEN: simulator.token })
after(async () => {
  await kontor[Symbol.asyncDispose]()
  await simulator.stop()
})
const { db } = kontor.kontor
const [anna, clara, elif] = (await Promise.all(
  [cast.anna, cast.clara, cast.elif].map((person) => kontor.as(person)),
)) as [Client, Client, Client]
const annaId = await kontor.userId(cast.anna)

const day = '2025-11-21'
let keys = 0
const newKey = () => String(++keys).padStart(32, '0')
const worked = { ist_von_date: day, ist_von_time: '08:00', ist_bis_date: day, ist_bis_time: '12:00' }

/** A team that the planner knows too, with Berger in it. */
async function team(changes: Parameters<typeof insertHappening>[1] = {}) {
  const made = await insertHappening(db, {
    date: day,
    recorders: [annaId],
    entries: [{ name: 'Berger', personalnummer: '7' }],
    ...changes,
  })
  const [happening, part] = await Promise.all([
    db
      .selectFrom('happenings')
      .where('id', '=', made.id)
      .select(['planner_id', 'name', 'type'])
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('subhappenings')
      .where('id', '=', made.sub)
      .select(['planner_id', 'name'])
      .executeTakeFirstOrThrow(),
  ])
  const rows = await db
    .selectFrom('time_entries')
    .where('subhappening_id', '=', made.sub)
    .select(['planner_id', 'last_name', 'personalnummer'])
    .execute()
  const none = { soll_von: null, soll_bis: null, ist_von: null, ist_bis: null }
  const entries = rows.map(({ planner_id: id, ...names }) => ({
    ...emptyPlannerTexts,
    ...none,
    ...names,
    id,
  }))
  simulator.happenings = [
    {
      id: happening.planner_id,
      name: happening.name,
      ...emptyHappeningTexts,
      type: happening.type,
      date: day,
      subhappenings: [{ id: part.planner_id, name: part.name, entries }],
    },
  ]
  const add = (person: object, key = newKey()) => anna.send('POST', made.times, { key, ...person })
  const added = async (person: object) => (await add(person)).body['timeentry_id'] as number
  const record = (timeentry_id: number, change: object = worked) =>
    anna.send('PATCH', made.times, { items: [{ timeentry_id, ...change }] })
  const read = async () => (await anna.get(made.times)).body['items'] as TimeEntry[]
  const one = async (id: number) => (await read()).find((entry) => entry.id === id)
  const remove = (id: number, who = anna) => who.send('DELETE', `${made.times}${id}/`)
  const send = async () => (await sendTimes(kontor.kontor, { subhappening_id: made.sub, by: annaId })).result
  return { ...made, add, added, record, read, one, remove, send }
}

test('who records adds somebody whom nobody planned, and a call that is repeated adds nobody twice', async () => {
  const { add, read, times } = await team()
  const key = newKey()
  const person = { last_name: ' Sommer ', first_name: 'Kim', subcontractor: 'Elbe Personal' }
  const [first, again] = [await add(person, key), await add(person, key)]
  assert.deepEqual([first.status, first.body['timeentry_id']], [200, again.body['timeentry_id']])
  const entry = (await read()).find(({ last_name }) => last_name === 'Sommer')
  assert.equal((await read()).length, 2)
  assert.deepEqual(
    [entry?.first_name, entry?.subcontractor, entry?.unplanned, entry?.is_editable],
    ['Kim', 'Elbe Personal', true, true],
  )
  const { items } = (await anna.get(`${times}${entry?.id}/history/`)).body as { items: TimeHistoryItem[] }
  assert.deepEqual(
    items.map(({ by, message }) => [by, message]),
    [['anna', 'Hinzugefügt']],
  )
  const elsewhere = await team()
  assert.equal((await elsewhere.add(person, key)).status, 422)
  assert.equal((await add({ last_name: ' ' })).body['details'], 'Bitte geben Sie den Nachnamen an.')
})

test('nobody is added by somebody else, nor where times cannot be entered any more', async () => {
  const { times } = await team()
  assert.equal((await elif.send('POST', times, { key: newKey(), last_name: 'Sommer' })).status, 403)
  const closed = await team({ status: 'Erledigt' })
  const refused = await closed.add({ last_name: 'Sommer' })
  assert.deepEqual(
    [refused.status, refused.body['details']],
    [409, 'Die Veranstaltung ist im Status „Erledigt“: Es lässt sich niemand hinzufügen.'],
  )
})

test('whoever stands in teams that the caller may see is found by name, as the planner names them, and not twice', async () => {
  const here = await team({ name: 'Bekannte' })
  await insertHappening(db, {
    date: day,
    recorders: [annaId],
    entries: [
      { name: 'Zander', personalnummer: '77' },
      { name: 'Berger', personalnummer: '7' },
    ],
  })
  await insertHappening(db, { date: day, recorders: [], entries: [{ name: 'Zanderfisch' }] })
  const found = async (filter: string) =>
    (
      (await anna.get(`${here.times}people/`, { query: { filter } })).body as { people: KnownPerson[] }
    ).people.map(({ last_name, personalnummer }) => [last_name, personalnummer])
  assert.deepEqual(await found('zand'), [['Zander', '77']])
  assert.deepEqual(await found('Berger'), [])
  assert.deepEqual(await found(''), [])
  assert.equal((await elif.get(`${here.times}people/`)).status, 403)
})

test('a planner that takes proposals gets the person with their times under a key of ours; whom it refuses is told why', async () => {
  simulator.fields = ['proposal']
  const { added, record, one, send } = await team()
  const known = await added({ last_name: 'Berger', personalnummer: '7' })
  const stranger = await added({ last_name: 'Niemand' })
  for (const id of [known, stranger]) await record(id)
  assert.equal(
    await send(),
    '1 von 2 Zeiten übermittelt, 1 abgelehnt.\nAbgelehnt: Niemand – Diese Person kennt die Planung nicht.\nBei einem Eintrag fehlte Beginn oder Ende.',
  )
  assert.deepEqual([(await one(known))?.submitted, (await one(stranger))?.submitted], [true, false])
  assert.equal((await one(stranger))?.refused, 'Diese Person kennt die Planung nicht.')
  const told = simulator.bookings.find(({ proposal }) => proposal?.personalnummer === '7')
  assert.match(String(told?.id), /^kontor-0+\d+$/)
  assert.deepEqual([told?.proposal?.last_name, told?.ist_von], ['Berger', `${day}T08:00`])
})

test('a planner of before is not told of people whom it did not plan, and the rest goes', async () => {
  simulator.fields = undefined
  const { added, record, entries, one, send } = await team()
  const more = await added({ last_name: 'Sommer' })
  for (const id of [more, entries[0] as number]) await record(id)
  assert.match(await send(), /^1 von 2 Zeiten übermittelt, 1 abgelehnt\./)
  assert.equal(
    (await one(more))?.refused,
    'Die Personalplanung nimmt niemanden an, den sie nicht geplant hat.',
  )
  assert.ok(simulator.bookings.every(({ proposal }) => proposal?.last_name !== 'Sommer'))
})

test('whoever was added is removed as long as the planner has nothing of them, and who is planned is not', async () => {
  simulator.fields = ['proposal']
  const { added, record, entries, read, remove, send } = await team()
  const [unsent, sent] = [
    await added({ last_name: 'Sommer' }),
    await added({ last_name: 'Berger', personalnummer: '7' }),
  ]
  await record(sent)
  await send()
  assert.equal((await remove(entries[0] as number)).status, 409)
  assert.equal((await remove(sent)).status, 409)
  assert.match(
    String((await remove(sent, clara)).body['details']),
    /^Die Personalplanung hat Zeiten von „Berger“\. Bitte leeren Sie/,
  )
  assert.equal((await remove(unsent, elif)).status, 403)
  assert.equal((await remove(unsent)).status, 200)
  assert.deepEqual(new Set((await read()).map(({ id }) => id)), new Set([entries[0], sent]))
  assert.equal((await remove(unsent)).status, 404)
})

test('nobody who was added can be said not to have come: they are removed', async () => {
  const { added, record } = await team()
  const refused = await record(await added({ last_name: 'Sommer' }), { absent: true })
  assert.deepEqual(
    [refused.status, refused.body['details']],
    [422, 'Sommer ist nicht geplant: Wer nicht gekommen ist, lässt sich entfernen.'],
  )
})

test('a sync leaves whoever was added alone, and does not take them for a change of the plan', async () => {
  const window = { start_date: day, end_date: day }
  const claraId = await kontor.userId(cast.clara)
  await db.deleteFrom('happenings').execute()
  const { id, added, read } = await team()
  await added({ last_name: 'Sommer' })
  const sync = async () => (await syncHappenings(kontor.kontor, window, claraId)).result
  assert.equal(await sync(), 'Abgleich fertig: Es hat sich nichts geändert.')
  await clara.send('PATCH', `/happenings/${id}/`, { status: 'Entwurf' })
  assert.equal(await sync(), 'Abgleich fertig: Es hat sich nichts geändert.')
  await clara.send('PATCH', `/happenings/${id}/`, { status: 'Aktiv' })
  assert.equal((await read()).length, 2)
})
