// Breaks, notes, absences and unplanned people are sent only to planners that declare that they accept them.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { emptyHappeningTexts } from '#contract/words/happening-texts.ts'
import { emptyPlannerTexts } from '#contract/words/planner-texts.ts'
import { cast } from '#demo/cast.ts'
import { faults } from '#planner-simulator/faults.ts'
import { startSimulator } from '#planner-simulator/server.ts'
import { createHappeningCheck } from '#server/planner/check-happenings.ts'
import { plannerLimits } from '#server/planner/limits.ts'
import { testApp } from '#server/testing/app.ts'
import { insertHappening } from '#server/testing/happenings.ts'
import { sendTimes } from './send-times.ts'

const simulator = await startSimulator()
const kontor = await testApp({ PLANNER_URL: simulator.url, PLANNER_TOKEN: simulator.token })
after(async () => {
  await kontor[Symbol.asyncDispose]()
  await simulator.stop()
})
const { db } = kontor.kontor
const anna = await kontor.as(cast.anna)
const annaId = await kontor.userId(cast.anna)

async function team() {
  const { sub, times, entries } = await insertHappening(db, {
    date: '2025-11-21',
    recorders: [annaId],
    entries: [{ name: 'Berger' }],
  })
  const [id] = entries
  const record = (change: object) => anna.send('PATCH', times, { items: [{ timeentry_id: id, ...change }] })
  const row = () =>
    db
      .selectFrom('time_entries')
      .where('id', '=', id as number)
      .selectAll()
      .executeTakeFirstOrThrow()
  const { planner_id } = await row()
  const planned = {
    ...emptyPlannerTexts,
    id: planner_id,
    soll_von: null,
    soll_bis: null,
    ist_von: null,
    ist_bis: null,
  }
  simulator.happenings = [
    {
      id: `V${sub}`,
      name: '',
      ...emptyHappeningTexts,
      date: '2025-11-21',
      subhappenings: [{ id: `S${sub}`, name: '', entries: [planned] }],
    },
  ]
  const send = async () => (await sendTimes(kontor.kontor, { subhappening_id: sub, by: annaId })).result
  const told = () =>
    simulator.bookings
      .filter(({ id }) => id === planner_id)
      .map(({ ist_von, note, absent }) => ({ ist_von, note, absent }))
  return { record, row, send, told }
}
const worked = {
  ist_von_date: '2025-11-21',
  ist_von_time: '08:00',
  ist_bis_date: '2025-11-21',
  ist_bis_time: '12:00',
}
const VON = '2025-11-21T08:00'

test('a planner that takes notes and absences is told of them, also when they go', async () => {
  simulator.fields = ['note', 'absent']
  const { record, row, send, told } = await team()
  await record({ ...worked, note: 'Mit Stapler' })
  await send()
  await db.updateTable('time_entries').set({ submitted: false }).execute()
  await record({ note: null })
  await send()
  await db.updateTable('time_entries').set({ submitted: false }).execute()
  await record({ absent: true })
  assert.equal(await send(), '1 von 1 Zeit übermittelt.')
  assert.deepEqual(told(), [
    { ist_von: VON, note: 'Mit Stapler', absent: undefined },
    { ist_von: VON, note: undefined, absent: undefined },
    { ist_von: null, note: undefined, absent: true },
  ])
  // An absence that is undone has to be withdrawn from the planner.
  await db.updateTable('time_entries').set({ submitted: false }).execute()
  await record({ absent: false })
  assert.equal((await row()).to_withdraw, true)
  assert.equal(await send(), '1 von 1 Zeit übermittelt (1 zurückgenommen).')
  assert.deepEqual([(await row()).submitted, (await row()).booked], [true, false])
})

test('a planner that plans breaks says them, and gets those that were recorded', async () => {
  simulator.fields = ['ist_pause']
  const { record, send } = await team()
  await record({ ...worked, ist_pause: 20 })
  assert.equal(await send(), '1 von 1 Zeit übermittelt.')
  assert.equal(simulator.bookings.at(-1)?.ist_pause, 20)
  const check = (soll_pause: unknown) =>
    createHappeningCheck(plannerLimits)({
      id: 'V',
      name: 'Fest',
      date: '2025-11-21',
      subhappenings: [{ id: 'S', name: 'Bühne', entries: [{ id: 'E', soll_pause }] }],
    }).subhappenings[0]?.entries[0]?.soll_pause
  assert.deepEqual([check(30), check('45'), check(''), check(null)], [30, 45, undefined, undefined])
  for (const wrong of [-1, 1.5, 'lang', 2_000]) assert.throws(() => check(wrong), /keine Zahl von Minuten/)
})

test('a planner of before gets what it knows: times without the note, and of who did not come a withdrawal', async () => {
  simulator.fields = undefined
  const one = await team()
  await one.record({ ...worked, note: 'Mit Stapler' })
  assert.equal(await one.send(), '1 von 1 Zeit übermittelt.')
  assert.deepEqual(one.told(), [{ ist_von: VON, note: undefined, absent: undefined }])
  const other = await team()
  await other.record({ absent: true })
  assert.equal(await other.send(), '1 von 1 Zeit übermittelt.')
  assert.deepEqual(other.told(), [{ ist_von: null, note: undefined, absent: undefined }])
  const { submitted, absent } = await other.row()
  assert.deepEqual([submitted, absent], [true, true])
  simulator.fields = ['note']
  for (const status of [405, 410, 501]) {
    simulator.fault = (response, answer, name) =>
      name === 'fields' ? response.writeHead(status).end() : response.end(answer)
    const { record, send, told } = await team()
    await record({ ...worked, note: 'Mit Stapler' })
    assert.equal(await send(), '1 von 1 Zeit übermittelt.')
    assert.deepEqual(told(), [{ ist_von: VON, note: undefined, absent: undefined }])
  }
  simulator.fault = undefined
})

test('what a planner takes is asked only where there is something to take, and one that fails is not taken for an old one', async () => {
  simulator.fields = ['note']
  const { record, row, send, told } = await team()
  await record({ ...worked, note: 'Mit Stapler' })
  const failing = ['badGateway', 'down', 'broken', 'unauthorized', 'badRequest', 'redirect', 'noJson', 'html']
  for (const fault of failing) {
    simulator.fault = (response, answer, name) =>
      name === 'fields' ? faults[fault]?.(response, answer, name) : response.end(answer)
    await assert.rejects(send(), fault)
  }
  simulator.fault = undefined
  assert.deepEqual([told(), (await row()).submitted], [[], false])
  await send()
  assert.equal(told()[0]?.note, 'Mit Stapler')
})
