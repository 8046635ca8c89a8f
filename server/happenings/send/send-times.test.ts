import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import type { TimeEntry } from '#contract/times.ts'
import { emptyHappeningTexts } from '#contract/words/happening-texts.ts'
import { emptyPlannerTexts } from '#contract/words/planner-texts.ts'
import { cast } from '#demo/cast.ts'
import { faults } from '#planner-simulator/faults.ts'
import { startSimulator } from '#planner-simulator/server.ts'
import { testApp } from '#server/testing/app.ts'
import { insertHappening } from '#server/testing/happenings.ts'
import { untilBlockedByLock, waitForResult } from '#server/testing/until.ts'
import { sendTimes } from './send-times.ts'

const simulator = await startSimulator()
const kontor = await testApp({ PLANNER_URL: simulator.url, PLANNER_TOKEN: simulator.token })
after(async () => {
  await kontor[Symbol.asyncDispose]()
  await simulator.stop()
})
const { db } = kontor.kontor
const [anna, clara] = await Promise.all([kontor.as(cast.anna), kontor.as(cast.clara)])
const annaId = await kontor.userId(cast.anna)
const claraId = await kontor.userId(cast.clara)
/** Offset that is added to revisions when they are sent to the planner. */
const { sent_from } = await db.selectFrom('revisions').select('sent_from').executeTakeFirstOrThrow()

const [von, bis] = ['2026-11-21T18:00:00', '2026-11-22T02:00:00']
type Happening = Awaited<ReturnType<typeof happeningWith>>
/**
 * A happening with an entry for each name, the first `complete` ones with times. The simulated planner has the
 * happening, too.
 */
async function happeningWith(names: string[], { complete = names.length } = {}) {
  const happening = await insertHappening(db, {
    recorders: [annaId],
    entries: names.map((name) => ({ name })),
  })
  await db
    .updateTable('time_entries')
    .set({ ist_von: von, ist_bis: bis, ist_minutes: 480, revision: 1 })
    .where('id', 'in', happening.entries.slice(0, complete))
    .execute()
  simulator.happenings = [
    {
      id: 'V',
      name: 'Herbstfest',
      ...emptyHappeningTexts,
      date: '2026-11-21',
      subhappenings: [{ id: 'S', name: 'Bühne', entries: (await rowsOf(happening)).map(plannedOf) }],
    },
  ]
  return happening
}
const noTimes = { soll_von: null, soll_bis: null, ist_von: null, ist_bis: null }
/** The simulated planner refuses the times of cancelled entries, here of people named 'Abgesagt'. */
const plannedOf = ({ planner_id, last_name }: { planner_id: string; last_name: string | null }) => ({
  ...emptyPlannerTexts,
  ...noTimes,
  id: planner_id,
  status: last_name === 'Abgesagt' ? 'abgesagt' : 'zugesagt',
})
const rowsOf = ({ sub }: { sub: number }) =>
  db.selectFrom('time_entries').where('subhappening_id', '=', sub).selectAll().orderBy('id').execute()
const historyOf = async ({ sub }: { sub: number }) =>
  (
    await db
      .selectFrom('time_history')
      .innerJoin('time_entries', 'time_entries.id', 'entry_id')
      .where('subhappening_id', '=', sub)
      .select(['last_name', 'kind', 'message', 'time_history.user_id', 'new_bis'])
      .orderBy('time_history.id')
      .execute()
  ).map(({ last_name, kind, message }) => [last_name, kind, message])
const send = async ({ sub }: Happening, by = annaId) =>
  (await sendTimes(kontor.kontor, { subhappening_id: sub, by })).result
const bookingsOf = async (happening: Happening) => {
  const ids = new Set((await rowsOf(happening)).map(({ planner_id }) => planner_id))
  return simulator.bookings
    .filter(({ id }) => ids.has(id))
    .map((booking) => ({ ...booking, revision: booking.revision - sent_from }))
}
/** Same update as by the PATCH of times. */
const edit = (id: number, revision = 2, changes: object = {}) => {
  const times = { ist_von: von, ist_bis: '2026-11-22T03:00:00', ist_minutes: 540, ...changes }
  return db
    .updateTable('time_entries')
    .set({ ...times, revision, submitted: false, refused: null })
    .where('id', '=', id)
    .execute()
}
const clear = (id: number, revision: number) =>
  edit(id, revision, { ist_von: null, ist_bis: null, ist_minutes: null })
const validOf = async (happening: Happening) => {
  const ids = new Set((await rowsOf(happening)).map(({ planner_id }) => planner_id))
  return simulator.validBookings.filter(({ id }) => ids.has(id))
}
const shown = async ({ times }: Happening) => (await clara.get(times)).body['items'] as TimeEntry[]

beforeEach(() => (simulator.fault = undefined))

test('complete times are booked and marked, refused ones keep the planner’s reason, others wait', async () => {
  const happening = await happeningWith(['Berger', 'Abgesagt', 'Castell', 'Döring'], { complete: 3 })
  assert.equal(
    await send(happening),
    '2 von 3 Zeiten übermittelt, 1 abgelehnt.\nAbgelehnt: Abgesagt – Der Einsatz ist abgesagt.\nBei einem Eintrag fehlte Beginn oder Ende.',
  )
  const rows = await rowsOf(happening)
  assert.deepEqual(
    rows.map(({ submitted, refused }) => [submitted, refused]),
    [
      [true, null],
      [false, 'Der Einsatz ist abgesagt.'],
      [true, null],
      [false, null],
    ],
  )
  assert.deepEqual(await historyOf(happening), [
    ['Berger', 'sent', 'Angenommen'],
    ['Abgesagt', 'refused', 'Der Einsatz ist abgesagt.'],
    ['Castell', 'sent', 'Angenommen'],
  ])
  const [booked] = await bookingsOf(happening)
  assert.deepEqual(
    [booked?.ist_von, booked?.ist_bis, booked?.revision],
    ['2026-11-21T18:00', '2026-11-22T02:00', 1],
  )
})

test('a second sending sends only what is left; without anything left it says so', async () => {
  const happening = await happeningWith(['Berger', 'Abgesagt'])
  await send(happening)
  assert.equal(
    await send(happening),
    '0 von 1 Zeit übermittelt, 1 abgelehnt.\nAbgelehnt: Abgesagt – Der Einsatz ist abgesagt.',
  )
  simulator.happenings[0]?.subhappenings[0]?.entries.forEach((entry) => (entry.status = 'zugesagt'))
  assert.equal(await send(happening), '1 von 1 Zeit übermittelt.')
  assert.equal(await send(happening), 'Es gibt nichts zu übermitteln.')
  assert.deepEqual(
    (await bookingsOf(happening)).map(({ timesReceived }) => timesReceived),
    [1, 1],
  )
  assert.equal((await rowsOf(happening))[1]?.refused, null)
})

test('times that are cleared after the planner has taken them are withdrawn there, once', async () => {
  const happening = await happeningWith(['Berger', 'Castell'])
  await send(happening)
  await clear(happening.entries[0] as number, 2)
  const { body } = await clara.get(`/happenings/${happening.id}/subhappenings/${happening.sub}/`)
  assert.deepEqual([body['sendable'], body['withdrawals']], [1, 1])
  assert.equal((await shown(happening))[0]?.withdrawal, 'due')
  assert.equal(await send(happening), '1 von 1 Zeit übermittelt (1 zurückgenommen).')
  assert.deepEqual(
    (await bookingsOf(happening))
      .map(({ revision, ist_von, ist_bis }) => [revision, ist_von, ist_bis])
      .at(-1),
    [2, null, null],
  )
  assert.deepEqual((await validOf(happening)).length, 1)
  const [berger] = await shown(happening)
  assert.deepEqual([berger?.submitted, berger?.withdrawal], [true, 'done'])
  assert.deepEqual((await historyOf(happening)).at(-1), ['Berger', 'withdrawn', 'Angenommen'])
  assert.equal(await send(happening), 'Es gibt nichts zu übermitteln.')
  await edit(happening.entries[0] as number, 3)
  assert.equal(await send(happening), '1 von 1 Zeit übermittelt.')
  assert.deepEqual((await validOf(happening)).length, 2)
})

test('nobody waits for the times of who is cancelled', async () => {
  const happening = await happeningWith(['Berger', 'Castell', 'Döring'], { complete: 1 })
  const cancel = (id: number) =>
    db.updateTable('time_entries').set({ status: 'abgesagt' }).where('id', '=', id).execute()
  await cancel(happening.entries[1] as number)
  assert.equal(await send(happening), '1 von 1 Zeit übermittelt.\nBei einem Eintrag fehlte Beginn oder Ende.')
  await cancel(happening.entries[2] as number)
  assert.equal(await send(happening), 'Es gibt nichts zu übermitteln.')
})

test('what the planner has not taken is not withdrawn when it is cleared; one time alone is not sent', async () => {
  const happening = await happeningWith(['Berger', 'Abgesagt', 'Castell'])
  await send(happening)
  await clear(happening.entries[1] as number, 2)
  await edit(happening.entries[2] as number, 2, { ist_bis: null, ist_minutes: null })
  assert.equal(
    await send(happening),
    'Es gibt nichts zu übermitteln.\nBei 2 Einträgen fehlten Beginn oder Ende.',
  )
  assert.deepEqual((await validOf(happening)).length, 2)
})

test('a withdrawal that the planner refuses is named as one and stays due', async () => {
  const happening = await happeningWith(['Berger'])
  await send(happening)
  await clear(happening.entries[0] as number, 2)
  simulator.happenings = []
  assert.equal(
    await send(happening),
    '0 von 1 Zeit übermittelt, 1 abgelehnt.\nZurücknahme abgelehnt: Berger – Diesen Eintrag führt die Planung nicht.',
  )
  const [berger] = await shown(happening)
  assert.deepEqual([berger?.submitted, berger?.withdrawal], [false, 'due'])
})

test('times that are cleared while their answer is lost or under way are withdrawn all the same', async () => {
  for (const lose of [true, false]) {
    const happening = await happeningWith(['Berger'])
    simulator.fault = async (response, answer) => {
      await clear(happening.entries[0] as number, 2)
      if (lose) response.destroy()
      else response.end(answer)
    }
    if (lose) await assert.rejects(send(happening))
    else assert.match(await send(happening), /Während des Sendens geändert/)
    simulator.fault = undefined
    assert.equal((await validOf(happening)).length, 1)
    assert.equal(await send(happening), '1 von 1 Zeit übermittelt (1 zurückgenommen).')
    assert.equal((await validOf(happening)).length, 0)
  }
})

test('many go in several transmissions', async () => {
  const happening = await happeningWith(Array.from({ length: 501 }, (_, number) => `Person ${number}`))
  assert.equal(await send(happening), '501 von 501 Zeiten übermittelt.')
  assert.equal((await bookingsOf(happening)).length, 501)
})

test('an answer that gets lost is asked for again, and books nothing twice', async () => {
  const happening = await happeningWith(['Berger', 'Castell'])
  for (const name of ['down', 'html', 'broken', 'gzipBroken']) {
    simulator.fault = faults[name]
    await assert.rejects(
      send(happening),
      /Bitte senden Sie noch einmal; doppelt gebucht wird dabei nichts\.$/,
    )
  }
  simulator.fault = undefined
  assert.equal(await send(happening), '2 von 2 Zeiten übermittelt.')
  assert.deepEqual(
    (await bookingsOf(happening)).map(({ revision, timesReceived }) => [revision, timesReceived]),
    [
      [1, 5],
      [1, 5],
    ],
  )
})

test('what is edited while it is on its way stays unsent and is named; the next sending books the new times', async () => {
  const happening = await happeningWith(['Berger', 'Castell'])
  simulator.fault = async (response, answer) => {
    await edit(happening.entries[0] as number)
    response.end(answer)
  }
  assert.equal(
    await send(happening),
    '1 von 2 Zeiten übermittelt, 1 währenddessen geändert.\nWährend des Sendens geändert, bitte noch einmal senden: Berger',
  )
  assert.deepEqual(
    (await rowsOf(happening)).map(({ submitted }) => submitted),
    [false, true],
  )
  simulator.fault = undefined
  assert.equal(await send(happening), '1 von 1 Zeit übermittelt.')
  assert.deepEqual(
    (await bookingsOf(happening)).map(({ revision }) => revision),
    [1, 1, 2],
  )
})

test('whoever may not send any more is told so, and nothing is booked', async () => {
  const setStatus = (status: 'Aktiv' | 'Erledigt' | 'Archiv') =>
    db.updateTable('happenings').set({ status }).where('id', '=', happening.id).execute()
  const happening = await happeningWith(['Berger'])
  await setStatus('Erledigt')
  await assert.rejects(
    send(happening),
    /ist im Status „Erledigt“: Die Zeiten lassen sich gerade nicht senden\./,
  )
  const elifId = await kontor.userId(cast.elif)
  await assert.rejects(send(happening, elifId), /gestartet hat, erfasst diese Zeiten nicht mehr\./)
  const setActive = (is_active: boolean) =>
    db.updateTable('users').set({ is_active }).where('id', '=', elifId).execute()
  await setActive(false)
  await assert.rejects(send(happening, elifId), /gestartet hat, ist inzwischen deaktiviert\./)
  await setActive(true)
  await setStatus('Archiv')
  await assert.rejects(send(happening, claraId), /im Status „Archiv“/)
  assert.deepEqual(await bookingsOf(happening), [])
  await setStatus('Erledigt')
  assert.equal(await send(happening, claraId), '1 von 1 Zeit übermittelt.')
  await db.deleteFrom('happenings').where('id', '=', happening.id).execute()
  await assert.rejects(send(happening, claraId), /gibt es nicht mehr/)
})

test('a status that changes while the last times are on their way is no failure: all are sent', async () => {
  const happening = await happeningWith(['Berger', 'Castell'])
  simulator.fault = async (response, answer) => {
    await db.updateTable('happenings').set({ status: 'Erledigt' }).where('id', '=', happening.id).execute()
    response.end(answer)
  }
  assert.equal(await send(happening), '2 von 2 Zeiten übermittelt.')
})

test('a status that changes on the way stops further transmissions; the report says what the planner has taken', async () => {
  const happening = await happeningWith(Array.from({ length: 600 }, (_, number) => `Person ${number}`))
  simulator.fault = async (response, answer) => {
    await db.updateTable('happenings').set({ status: 'Inaktiv' }).where('id', '=', happening.id).execute()
    response.end(answer)
  }
  assert.equal(
    await send(happening),
    '500 von 600 Zeiten übermittelt, 100 nicht mehr gesendet.\nDie Veranstaltung ist im Status „Inaktiv“: Die Zeiten lassen sich gerade nicht senden.',
  )
  assert.equal((await rowsOf(happening)).filter(({ submitted }) => submitted).length, 500)
  assert.equal((await bookingsOf(happening)).length, 500)
})

test('whoever is removed just before their times go is not sent', async () => {
  const happening = await happeningWith(['Berger', 'Castell'])
  const [gone] = happening.entries as [number]
  await db.updateTable('time_entries').set({ unplanned: true }).where('id', '=', gone).execute()
  // The sending starts while another transaction is removing the person.
  const sent = await db.transaction().execute(async (tx) => {
    await tx.selectFrom('happenings').where('id', '=', happening.id).select('id').forUpdate().execute()
    const sending = send(happening)
    await untilBlockedByLock(db)
    await tx.deleteFrom('time_entries').where('id', '=', gone).execute()
    return { sending }
  })
  assert.equal(await sent.sending, '1 von 1 Zeit übermittelt.')
  assert.equal((await bookingsOf(happening)).length, 1)
})

test('two starts at once are one sending; its report is read by who started it', async () => {
  const happening = await happeningWith(['Berger', 'Castell'])
  let release = () => {}
  const held = new Promise<void>((go) => (release = go))
  simulator.fault = async (response, answer) => {
    await held
    response.end(answer)
  }
  const path = `/happenings/${happening.sub}/send_times/`
  const [one, two] = await Promise.all([anna.send('POST', path), clara.send('POST', path)])
  assert.equal(one.status, 200, one.text)
  assert.equal(two.body.background_result_id, one.body.background_result_id)
  release()
  assert.equal((await waitForResult(clara, two)).result, '2 von 2 Zeiten übermittelt.')
  assert.deepEqual(
    (await bookingsOf(happening)).map(({ timesReceived }) => timesReceived),
    [1, 1],
  )
})

test('two sendings on two nodes book and record each entry once', async () => {
  const happening = await happeningWith(['Berger', 'Castell', 'Abgesagt'])
  const reports = await Promise.all([send(happening), send(happening, claraId), send(happening)])
  assert.equal((await bookingsOf(happening)).length, 2)
  assert.doesNotMatch(reports.join('\n'), /geändert/)
  const kinds = (await historyOf(happening)).map(([name, kind]) => `${name} ${kind}`)
  assert.equal(kinds.filter((kind) => kind === 'Berger sent').length, 1)
  assert.equal(kinds.filter((kind) => kind === 'Castell sent').length, 1)
})

test('webhooks hear of times that the planner has taken, by number and name, and of refused ones nothing', async () => {
  const events = ['times.sent']
  // Deliveries to a private address are refused, so the rows stay in the queue, where this test reads them.
  const webhook = { address: 'http://127.0.0.1:1/', events, secret: Buffer.alloc(32) }
  await db.insertInto('webhooks').values(webhook).execute()
  await send(await happeningWith(['Abgesagt']))
  const happening = await happeningWith(['Berger', 'Abgesagt', 'Castell'])
  await send(happening)
  const told = await db.selectFrom('webhook_deliveries').select('body').execute()
  await db.deleteFrom('webhooks').execute()
  assert.deepEqual(
    told.map(({ body }) => (JSON.parse(body) as { data: object }).data),
    [
      {
        happening_id: happening.id,
        happening_name: 'Herbstfest',
        subhappening_id: happening.sub,
        subhappening_name: 'Bühne',
        user_id: annaId,
        entries: 2,
      },
    ],
  )
})
