import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { TimeDispute, TimeEntry, TimeHint, TimeHistoryItem } from '#contract/times.ts'
import { cast } from '#demo/cast.ts'
import { type Client, testApp } from '#server/testing/app.ts'
import { insertHappening } from '#server/testing/happenings.ts'

const kontor = await testApp()
after(() => kontor[Symbol.asyncDispose]())
const { db } = kontor.kontor
const [clara, anna, bruno] = (await Promise.all(
  [cast.clara, cast.anna, cast.bruno].map((person) => kontor.as(person)),
)) as [Client, Client, Client]
const annaId = await kontor.userId(cast.anna)

const soll: [string, string] = ['2025-11-21T08:00', '2025-11-21T12:00']
const happening = (changes: Parameters<typeof insertHappening>[1] = {}) =>
  insertHappening(db, {
    date: '2025-11-21',
    recorders: [annaId],
    entries: [
      { name: 'Berger', soll },
      { name: 'Castell', soll },
    ],
    ...changes,
  })
const entries = async (times: string, who = clara, query: Record<string, string> = {}) =>
  (await who.get(times, { query })).body['items'] as TimeEntry[]
const ist = ({ ist_von_date, ist_von_time, ist_bis_date, ist_bis_time, ist_duration }: TimeEntry) => [
  ist_von_date,
  ist_von_time,
  ist_bis_date,
  ist_bis_time,
  ist_duration,
]
const shift = (timeentry_id: number | undefined, von: string, bis: string) => ({
  timeentry_id,
  ist_von_date: '2025-11-21',
  ist_von_time: von,
  ist_bis_time: bis,
})
const send = (who: Client, times: string, ...items: object[]) => who.send('PATCH', times, { items })

test('planned times are shown as days, times and minutes', async () => {
  const { times } = await happening()
  const [entry] = await entries(times, anna)
  assert.equal(entry?.soll_von_date, '2025-11-21')
  assert.equal(entry?.soll_von_time, '08:00:00')
  assert.equal(entry?.soll_duration, 240)
  assert.deepEqual(entry && ist(entry), [null, null, null, null, 0])
  assert.equal(entry?.is_editable, true)
})

test('an end before the start is the day after, with its length', async () => {
  const { times, entries: ids } = await happening()
  assert.equal((await send(anna, times, shift(ids[0], '22:00', '02:30'))).status, 200)
  const [entry] = await entries(times)
  assert.deepEqual(entry && ist(entry), ['2025-11-21', '22:00:00', '2025-11-22', '02:30:00', 270])
})

test('a note that is longer once its signs are put together is refused, not broken off', async () => {
  const { times, entries: ids } = await happening()
  const note = '\u0958'.repeat(101)
  const { status, body } = await send(anna, times, { timeentry_id: ids[0], note })
  assert.equal(status, 422)
  assert.deepEqual((body['detail'] as { loc: unknown[] }[])[0]?.loc, ['body', 'items', 0, 'note'])
  assert.equal((await send(anna, times, { timeentry_id: ids[0], note: note.slice(1) })).status, 200)
})

test('what is not given stays, null clears', async () => {
  const { times, entries: ids } = await happening()
  await send(anna, times, shift(ids[0], '08:00', '12:00'))
  await send(anna, times, { timeentry_id: ids[0], ist_bis_time: '13:15', ist_von_time: 'not_given' })
  const [changed] = await entries(times)
  assert.deepEqual(changed && ist(changed), ['2025-11-21', '08:00:00', '2025-11-21', '13:15:00', 315])
  await send(anna, times, { timeentry_id: ids[0], ist_bis_date: null, ist_bis_time: null })
  const [open] = await entries(times)
  assert.deepEqual(open && ist(open), ['2025-11-21', '08:00:00', null, null, 0])
})

test('who enters nothing has done so', async () => {
  const { times } = await happening()
  const { status, body } = await send(anna, times)
  assert.deepEqual([status, body['success']], [200, true])
  assert.equal((await send(await kontor.as(cast.elif), times)).status, 403)
})

test('all are entered or none, and the refusal names who and which field', async () => {
  const { times, entries: ids } = await happening()
  const refused = await send(anna, times, shift(ids[0], '08:00', '12:00'), {
    timeentry_id: ids[1],
    ist_von_date: '2025-11-21',
  })
  assert.equal(refused.status, 422)
  assert.equal(refused.body['details'], 'Castell: Zum Beginn fehlt die Uhrzeit.')
  assert.deepEqual((refused.body['detail'] as { loc: unknown[] }[])[0]?.loc, [
    'body',
    'items',
    1,
    'ist_von_time',
  ])
  assert.deepEqual(
    (await entries(times)).map(({ revision }) => revision),
    [0, 0],
  )
})

test('a year that is a slip of the finger is refused', async () => {
  const { times, entries: ids } = await happening()
  for (const ist_von_date of ['9999-12-31', '0001-01-01']) {
    const refused = await send(anna, times, { ...shift(ids[0], '20:00', '02:00'), ist_von_date })
    assert.equal(refused.status, 422)
    assert.equal(refused.body['details'], 'Berger: Dieses Datum liegt zu weit weg.')
  }
})

test('more than a month from the plan is an administrator’s: who records is told which entry, and nothing is stored', async () => {
  const { times, entries: ids } = await happening({
    entries: [{ name: 'Berger', soll }, { name: 'Castell' }],
  })
  for (const [id, name, to] of [
    [ids[0], 'Berger', 'dem geplanten (21.11.2025)'],
    [ids[1], 'Castell', 'dem Tag der Veranstaltung (21.11.2025)'],
  ] as const) {
    const slip = { ...shift(id, '08:00', '12:00'), ist_von_date: '2000-01-01' }
    const only = await send(anna, times, slip)
    assert.equal(only.status, 422)
    assert.match(
      String(only.body['details']),
      new RegExp(`^${name}: Der Beginn \\(01\\.01\\.2000\\) liegt 9\\.4\\d\\d Tage vor`),
    )
    assert.ok(String(only.body['details']).includes(to), String(only.body['details']))
    assert.deepEqual((only.body['detail'] as { loc: unknown[] }[])[0]?.loc, [
      'body',
      'items',
      0,
      'ist_von_date',
    ])
  }
  assert.deepEqual(
    (await entries(times)).map(({ revision }) => revision),
    [0, 0],
  )
  const slip = { ...shift(ids[0], '08:00', '12:00'), ist_von_date: '2025-12-31' }
  assert.equal((await send(clara, times, slip)).status, 200)
  // A time outside the limit that is already stored can be kept or cleared.
  assert.equal((await send(anna, times, slip)).status, 200)
  const cleared = { ist_von_date: null, ist_von_time: null, ist_bis_date: null, ist_bis_time: null }
  assert.equal((await send(anna, times, { timeentry_id: ids[0], ...cleared })).status, 200)
  const { items } = (await anna.get(`${times}hints/`)).body as { items: TimeHint[] }
  assert.deepEqual(items, [])
})

test('24:00 is no time of the clock, neither as a begin nor as an end', async () => {
  const { times, entries: ids } = await happening()
  for (const [von, bis] of [
    ['24:00', '02:00'],
    ['20:00', '24:00'],
  ] as const) {
    const refused = await send(anna, times, shift(ids[0], von, bis))
    assert.equal(refused.status, 422)
    assert.match(
      String(refused.body['details']),
      /Uhrzeit“ im 1\. Eintrag muss eine Uhrzeit sein, zum Beispiel 18:30/,
    )
  }
})

test('an entry of another part, or named twice, is refused', async () => {
  const { times, entries: ids } = await happening()
  const other = await happening()
  const foreign = await send(anna, times, shift(other.entries[0], '08:00', '12:00'))
  assert.equal(foreign.status, 404)
  assert.match(
    String(foreign.body['details']),
    /^Die Zeiten von „Berger“ gehören zu einer anderen Teilveranstaltung\./,
  )
  const secret = await happening({ status: 'Entwurf' })
  const hidden = await send(anna, times, shift(secret.entries[0], '08:00', '12:00'))
  assert.equal(hidden.status, 404)
  assert.match(
    String(hidden.body['details']),
    /^Einen dieser Zeiteinträge gibt es hier nicht oder nicht mehr\./,
  )
  const twice = shift(ids[0], '08:00', '12:00')
  const both = await send(anna, times, twice, twice)
  assert.equal(both.status, 422)
  assert.match(String(both.body['details']), /^Die Zeiten von „Berger“ stehen zweimal in der Liste\./)
})

test('recorders record in Aktiv, administrators also in Erledigt, nobody in Archiv, others only read', async () => {
  for (const [status, forAnna, forClara] of [
    ['Aktiv', 200, 200],
    ['Erledigt', 409, 200],
    ['Archiv', 404, 409],
    ['Inaktiv', 404, 409],
  ] as const) {
    const { times, entries: ids } = await happening({ status })
    const codes = [
      (await send(anna, times, shift(ids[0], '08:00', '12:00'))).status,
      (await send(clara, times, shift(ids[1], '08:00', '12:00'))).status,
    ]
    assert.deepEqual(codes, [forAnna, forClara], status)
  }
  const { times, entries: ids } = await happening({ recorders: [] })
  assert.equal((await entries(times, bruno))[0]?.is_editable, false)
  const refused = await send(bruno, times, shift(ids[0], '08:00', '12:00'))
  assert.equal(refused.status, 403)
  assert.equal(refused.body['details'], 'Diese Zeiten erfassen andere; Sie können sie nur lesen.')
})

test('what was sent is corrected by administrators only, and is unsent afterwards', async () => {
  const { times, entries: ids } = await happening()
  await send(anna, times, shift(ids[0], '08:00', '12:00'))
  await db
    .updateTable('time_entries')
    .set({ submitted: true })
    .where('id', '=', ids[0] as number)
    .execute()
  assert.equal((await send(anna, times, shift(ids[0], '08:00', '13:00'))).status, 409)
  assert.equal((await entries(times, anna))[0]?.is_editable, false)
  assert.equal((await send(clara, times, shift(ids[0], '08:00', '13:00'))).status, 200)
  const [entry] = await entries(times)
  assert.deepEqual([entry?.submitted, entry?.revision], [false, 2])
})

test('each change stands in the history; entering the same again is none', async () => {
  const { times, entries: ids } = await happening()
  await send(anna, times, shift(ids[0], '08:00', '12:00'))
  await send(clara, times, shift(ids[0], '08:00', '12:00'))
  await send(clara, times, shift(ids[0], '08:15', '12:00'))
  const { items } = (await anna.get(`${times}${ids[0]}/history/`)).body as { items: TimeHistoryItem[] }
  assert.deepEqual(
    items.map(({ by, old_von, new_von }) => [by, old_von, new_von]),
    [
      ['clara', '2025-11-21T08:00', '2025-11-21T08:15'],
      ['anna', null, '2025-11-21T08:00'],
    ],
  )
  assert.equal((await entries(times))[0]?.revision, 2)
  const other = await happening()
  assert.equal((await anna.get(`${other.times}${ids[0]}/history/`)).status, 404)
})

test('entries are sorted as asked, numbers as numbers and those without last', async () => {
  const { times, entries: ids } = await happening({
    entries: [
      { name: 'A', personalnummer: '100', funktion: 'Ton' },
      { name: 'B', personalnummer: '9', soll },
      { name: 'C', funktion: 'Licht', aufgabe: 'Kabel' },
      { name: 'Ä', personalnummer: '0020' },
      { name: 'D', personalnummer: 'A10' },
      { name: 'E', personalnummer: 'A2' },
      { name: 'F', personalnummer: '' },
    ],
  })
  const names = async (order_by: string) =>
    (await entries(times, clara, { order_by })).map(({ last_name }) => last_name).join('')
  assert.equal(await names('+personalnummer'), 'BÄAEDCF')
  assert.equal(await names('-personalnummer'), 'DEAÄBCF')
  assert.equal(await names('+nachname'), 'AÄBCDEF')
  await send(anna, times, shift(ids[5], '08:00', '12:00'))
  for (const [order, first] of Object.entries({ funktion: 'CA', soll_von_date: 'B', ist_von_date: 'E' }))
    assert.match(await names(`+${order}`), new RegExp(`^${first}`), order)
  assert.equal((await entries(times)).find(({ last_name }) => last_name === 'C')?.aufgabe, 'Kabel')
  assert.equal((await clara.get(times, { query: { order_by: '+unbekannt' } })).status, 422)
})

test('an overlap with a team that somebody does not record is hinted at without its name', async () => {
  const person = { name: 'Berger', soll, personalnummer: 'P-77' }
  const here = await happening({ entries: [person] })
  const there = await happening({ recorders: [], part: 'Einlass', entries: [person] })
  await send(clara, here.times, shift(here.entries[0], '08:00:00', '12:00:00'))
  await send(clara, there.times, shift(there.entries[0], '11:00:00', '13:00:00'))
  const sentences = async (who: Client) =>
    ((await who.get(`${here.times}hints/`)).body['items'] as TimeHint[]).map(({ sentence }) => sentence)
  assert.deepEqual(await sentences(clara), ['Überschneidet sich mit 11:00–13:00 Uhr in „Einlass“.'])
  assert.deepEqual(await sentences(anna), ['Überschneidet sich mit einer Zeit in einem anderen Team.'])
})

/** A part with two recorders. */
const shared = async () =>
  insertHappening(db, {
    date: '2025-11-21',
    recorders: [annaId, await kontor.userId(cast.bruno)],
    entries: ['Berger', 'Castell', 'Döring'].map((name) => ({ name, soll })),
  })
const from = (von: string) => ({ ist_von_date: '2025-11-21', ist_von_time: von })
const to = (bis: string) => ({ ist_bis_date: '2025-11-21', ist_bis_time: bis })
const record = async (who: Client, times: string, ...items: object[]) => {
  const { status, body } = await who.send('PATCH', times, { items })
  return { status, details: body['details'], disputes: (body['disputes'] ?? []) as TimeDispute[] }
}
const entriesOf = async (times: string) => (await clara.get(times)).body['items'] as TimeEntry[]
const startsAndEnds = async (path: string) =>
  (await entriesOf(path)).map(({ ist_von_time, ist_bis_time }) => [ist_von_time, ist_bis_time])

test('who has not seen what others entered into the same field is told their value, who and when, and nothing is stored', async () => {
  const { times: path, entries } = await shared()
  const [berger, castell] = entries
  assert.equal(
    (await record(anna, path, { timeentry_id: berger, ...from('08:15'), revision: 0 })).status,
    200,
  )
  const refused = await record(
    bruno,
    path,
    { timeentry_id: castell, ...from('08:00'), revision: 0 },
    { timeentry_id: berger, ...from('09:00'), revision: 0 },
  )
  assert.equal(refused.status, 409)
  assert.equal(
    refused.details,
    'Die Zeiten von „Berger“ wurden inzwischen geändert. Es wurde nichts gespeichert.',
  )
  const [dispute] = refused.disputes
  assert.equal(refused.disputes.length, 1)
  assert.deepEqual(
    [dispute?.timeentry_id, dispute?.reason, dispute?.by, dispute?.entry?.ist_von_time],
    [berger, 'changed', cast.anna.username, '08:15:00'],
  )
  assert.ok(dispute?.by_display_name && Date.parse(String(dispute.at)) <= Date.now())
  assert.deepEqual((await startsAndEnds(path)).slice(0, 2), [
    ['08:15:00', null],
    [null, null],
  ])
  // Accepted with the revision of the disputed entry.
  const again = { timeentry_id: berger, ...from('09:00'), revision: dispute.entry?.revision }
  assert.equal((await record(bruno, path, again)).status, 200)
})

test('another field, the same value, and a value that was put back are no dispute', async () => {
  const { times: path, entries } = await shared()
  const [id] = entries
  await record(anna, path, { timeentry_id: id, ...from('08:15') })
  await record(anna, path, { timeentry_id: id, ...from('08:00') })
  const seen = 2
  await record(anna, path, { timeentry_id: id, ...to('12:00') })
  assert.equal(
    (await record(bruno, path, { timeentry_id: id, ...from('08:30'), revision: seen })).status,
    200,
  )
  assert.equal((await record(bruno, path, { timeentry_id: id, ...to('12:00'), revision: seen })).status, 200)
  await record(anna, path, { timeentry_id: id, ...to('13:00') })
  await record(anna, path, { timeentry_id: id, ...to('12:00') })
  assert.equal((await record(bruno, path, { timeentry_id: id, ...to('14:00'), revision: 4 })).status, 200)
  assert.deepEqual((await startsAndEnds(path))[0], ['08:30:00', '14:00:00'])
})

test('without a revision whatever stands there is replaced', async () => {
  const { times: path, entries } = await shared()
  await record(anna, path, { timeentry_id: entries[0], ...from('08:15') })
  assert.equal((await record(bruno, path, { timeentry_id: entries[0], ...from('09:00') })).status, 200)
})

test('what has been sent or is gone is named too, all of it at once', async () => {
  const { times: path, entries } = await shared()
  const [berger, castell, doering] = entries
  await db
    .updateTable('time_entries')
    .set({ submitted: true })
    .where('id', '=', berger as number)
    .execute()
  await db
    .deleteFrom('time_entries')
    .where('id', '=', castell as number)
    .execute()
  const items = entries.map((timeentry_id) => ({ timeentry_id, ...from('09:00'), revision: 0 }))
  const refused = await record(bruno, path, ...items)
  assert.deepEqual(
    refused.disputes.map(({ timeentry_id, reason, entry }) => [timeentry_id, reason, entry?.is_editable]),
    [
      [berger, 'locked', false],
      [castell, 'gone', undefined],
    ],
  )
  assert.equal(refused.status, 409)
  assert.match(String(refused.details), /„Berger“ lassen sich nicht mehr ändern\. Noch ein Eintrag/)
  assert.equal(
    (await record(bruno, path, { timeentry_id: doering, ...from('09:00'), revision: 0 })).status,
    200,
  )
})

test('where the history does not say what a caller has seen, every field counts as changed', async () => {
  const { times: path, entries } = await shared()
  const [id] = entries
  await record(anna, path, { timeentry_id: id, ...from('08:15') })
  await db.deleteFrom('time_history').execute()
  for (const revision of [0, 7]) {
    const refused = await record(bruno, path, { timeentry_id: id, ...to('12:00'), revision })
    assert.deepEqual([refused.status, refused.disputes[0]?.by], [409, null])
  }
})

async function team() {
  const { times, path, entries } = await insertHappening(db, {
    date: '2025-11-21',
    recorders: [annaId],
    entries: ['Berger', 'Castell'].map((name) => ({ name, soll })),
  })
  const read = async () => ((await anna.get(times)).body['items'] as TimeEntry[])[0] as TimeEntry
  const record = (change: object, who = anna) =>
    who.send('PATCH', times, { items: [{ timeentry_id: entries[0], ...change }] })
  const part = async () => (await clara.get(`${path}/`)).body
  const history = async () =>
    (await anna.get(`${times}${entries[0]}/history/`)).body['items'] as TimeHistoryItem[]
  return { entry: entries[0] as number, read, record, part, history }
}
const worked = {
  ist_von_date: '2025-11-21',
  ist_von_time: '08:00',
  ist_bis_date: '2025-11-21',
  ist_bis_time: '12:00',
}

test('a note is one line of at most 200 characters; left out it stays, empty it goes', async () => {
  const { read, record, history } = await team()
  assert.equal((await record({ note: '  Hat\nden Stapler  gefahren ' })).status, 200)
  assert.equal((await read()).note, 'Hat den Stapler gefahren')
  await record(worked)
  assert.equal((await read()).note, 'Hat den Stapler gefahren')
  const tooLong = await record({ note: 'x'.repeat(201) })
  assert.equal(tooLong.status, 422)
  assert.match(String(tooLong.body['details']), /^„Notiz“ im 1\. Eintrag darf höchstens 200 Zeichen haben\./)
  await record({ note: '' })
  assert.equal((await read()).note, null)
  assert.deepEqual(
    (await history()).map(({ old_note, new_note }) => [old_note, new_note]),
    [
      ['Hat den Stapler gefahren', null],
      ['Hat den Stapler gefahren', 'Hat den Stapler gefahren'],
      [null, 'Hat den Stapler gefahren'],
    ],
  )
})

test('who did not come has no times, counts as recorded and as ready, and one change makes it undone', async () => {
  const { read, record, part, history } = await team()
  await record(worked)
  assert.equal((await record({ absent: true })).status, 200)
  const gone = await read()
  assert.deepEqual([gone.absent, gone.ist_von_time, gone.ist_duration], [true, null, 0])
  const { istentries, recorded, istzeit, sendable } = await part()
  assert.deepEqual([istentries, recorded, istzeit, sendable], [0, 1, 0, 1])
  await record({ absent: false })
  assert.equal((await read()).absent, false)
  assert.equal((await part())['recorded'], 0)
  assert.deepEqual(
    (await history()).map(({ new_absent, new_von }) => [new_absent, new_von]),
    [
      [false, null],
      [true, null],
      [false, '2025-11-21T08:00'],
    ],
  )
})

test('who has times has come, and nobody can say both at once', async () => {
  const { read, record } = await team()
  await record({ absent: true })
  await record(worked)
  assert.equal((await read()).absent, false)
  const both = await record({ ...worked, absent: true })
  assert.equal(both.status, 422)
  assert.equal(both.body['details'], 'Berger: Wer nicht gekommen ist, hat keine Zeiten.')
})

test('times that another release enters end an absence, too', async () => {
  const { entry, read, record } = await team()
  await record({ absent: true })
  await db.updateTable('time_entries').set({ ist_von: soll[0] }).where('id', '=', entry).execute()
  assert.equal((await read()).absent, false)
})

test('a note, an absence and times that others have entered meanwhile are disputed, not overwritten', async () => {
  const { read, record } = await team()
  const disputed = async (change: object) => {
    const { status, body } = await record({ ...change, revision: 0 }, clara)
    return [status, (body['disputes'] as TimeDispute[] | undefined)?.[0]?.reason]
  }
  await record({ note: 'Kam später' })
  assert.deepEqual(await disputed({ note: 'War krank' }), [409, 'changed'])
  await record(worked)
  // A caller who enters an absence now has not seen the times.
  assert.deepEqual(await disputed({ absent: true }), [409, 'changed'])
  await record({ absent: true })
  assert.deepEqual(await disputed(worked), [409, 'changed'])
  assert.equal((await record({ note: 'Kam später', absent: true, revision: 0 }, clara)).status, 200)
  const { note, absent } = await read()
  assert.deepEqual([note, absent], ['Kam später', true])
})

test('a break is minutes shorter than the time, is disputed like a time, and goes with an absence', async () => {
  const { read, record } = await team()
  await record({ ...worked, ist_pause: 30 })
  const { ist_pause, ist_duration } = await read()
  assert.deepEqual([ist_pause, ist_duration], [30, 240])
  const refused = await record({ ist_pause: 240 })
  assert.deepEqual(
    [refused.status, refused.body['details']],
    [422, 'Berger: Die Pause ist so lang wie die ganze Zeit.'],
  )
  const shortened = await record({ ist_bis_time: '08:30' })
  assert.deepEqual(
    [shortened.status, shortened.body['details']],
    [422, 'Berger: Die Pause ist so lang wie die ganze Zeit.'],
  )
  assert.equal((await record({ ist_bis_time: '08:30', ist_pause: 0 })).status, 200)
  assert.equal((await record({ ...worked, ist_pause: 30 })).status, 200)
  assert.equal((await record({ ist_pause: 45, revision: 0 }, clara)).status, 409)
  await record({ absent: true })
  assert.equal((await read()).ist_pause, null)
})
