import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import ICAL from 'ical.js'
import type { Shifts } from '#contract/shifts.ts'
import { cast } from '#demo/cast.ts'
import { limits } from '#server/http/limits.ts'
import { type Client, testApp } from '#server/testing/app.ts'
import { insertHappening } from '#server/testing/happenings.ts'

const kontor = await testApp()
after(() => kontor[Symbol.asyncDispose]())
const { db } = kontor.kontor
const [anna, bruno, clara] = (await Promise.all(
  [cast.anna, cast.bruno, cast.clara].map((person) => kontor.as(person)),
)) as [Client, Client, Client]
const annaId = await kontor.userId(cast.anna)
// Deletes the happenings of the demo, so that only those of the tests exist.
await db.deleteFrom('happenings').execute()

const MINE = 'P1001'
const soll: [string, string] = ['2027-04-03T18:00', '2027-04-04T02:00']
const plan = (
  personalnummer: string,
  others: Parameters<typeof insertHappening>[1] = {},
  name = cast.anna.nachname,
) => insertHappening(db, { date: '2027-04-03', entries: [{ name, personalnummer, soll }], ...others })
const shiftsOf = async (who: Client, start = '2027-04-03') =>
  (await who.get('/shifts/', { query: { start } })).body as unknown as Shifts
const idsOf = async (who: Client) => (await shiftsOf(who)).items.map(({ id }) => id)
const feedOf = async (who: Client) => String((await who.send('POST', '/shifts/feed/')).body['path'])
const eventsOf = (text: string) =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((part) => new ICAL.Event(part))

test('people see their own shifts, whatever else is planned in the same team', async () => {
  const { entries } = await plan(MINE)
  await plan('P1002', {}, cast.bruno.nachname)
  const { start, end, items } = await shiftsOf(anna)
  assert.deepEqual([start, end], ['2027-03-29', '2027-04-25'])
  assert.deepEqual(
    items.map(({ id, soll_von, soll_bis, soll_duration }) => [id, soll_von, soll_bis, soll_duration]),
    [[entries[0], '2027-04-03T18:00', '2027-04-04T02:00', 480]],
  )
})

test('with a shift stand those who record the times of its team, and where there are shifts before and after these weeks', async () => {
  const brunoId = await kontor.userId(cast.bruno)
  const { entries, path } = await plan(MINE, { part: 'Garderobe', recorders: [brunoId ?? 0] })
  const recorders = async () =>
    (await shiftsOf(anna)).items
      .find(({ id }) => id === entries[0])
      ?.recorders?.map(({ display_name }) => display_name)
  assert.deepEqual(await recorders(), ['Bruno Castell'])
  await clara.send('PUT', `${path}/users/`, { user_ids: [] })
  assert.deepEqual(await recorders(), [])
  for (const day of ['2027-01-07', '2026-11-02', '2027-08-14'])
    await plan(MINE, { date: day, entries: [{ name: 'Berger', personalnummer: MINE }] })
  const around = async (start: string) => {
    const { earlier, later } = await shiftsOf(anna, start)
    return [earlier, later]
  }
  assert.deepEqual(await around('2027-04-03'), ['2027-01-07', '2027-08-14'])
  assert.deepEqual(await around('2026-11-02'), [null, '2027-01-07'])
})

test('from a shift its team can be opened by whoever records it, and is not by those who only work there', async () => {
  const [theirs, own] = [await plan(MINE), await plan(MINE, { recorders: [annaId ?? 0] })]
  const canOpen = async () => {
    const { items } = await shiftsOf(anna)
    return [theirs, own].map(({ entries }) => items.find(({ id }) => id === entries[0])?.can.open)
  }
  assert.deepEqual(await canOpen(), [false, true])
  await clara.send('PATCH', `/happenings/${own.id}/`, { status: 'Archiv' })
  assert.deepEqual(await canOpen(), [false, false])
})

test('weeks that begin on a day that there is not, or reach beyond the last one, are refused', async () => {
  for (const start of ['2027-02-30', '9999-12-31']) {
    const { status, body } = await anna.get('/shifts/', { query: { start } })
    assert.equal(status, 422, start)
    assert.deepEqual(body['detail'], [
      { loc: ['query', 'start'], msg: 'Dieses Datum gibt es nicht.', type: 'value_error' },
    ])
  }
})

test('what was recorded of a shift stands with it: the break, what was noted, and that somebody did not come', async () => {
  const shiftOf = async (values: { ist_pause?: number; note?: string; absent?: boolean }) => {
    const { entries } = await plan(MINE)
    const id = entries[0] ?? 0
    await db.updateTable('time_entries').set(values).where('id', '=', id).execute()
    const found = (await shiftsOf(anna)).items.find((shift) => shift.id === id)
    return found && [found.ist_pause, found.note, found.absent]
  }
  assert.deepEqual(await shiftOf({ absent: false }), [null, null, false])
  assert.deepEqual(await shiftOf({ ist_pause: 30, note: 'Hat den Stapler gefahren' }), [
    30,
    'Hat den Stapler gefahren',
    false,
  ])
  assert.deepEqual(await shiftOf({ absent: true }), [null, null, true])
})

test('a number without its letter is theirs if the name says so, too, and a subcontractor’s never is', async () => {
  const mine = await plan('1001')
  const namesake = await plan('1001', {}, 'Jemand')
  const stranger = await plan(MINE)
  await db
    .updateTable('time_entries')
    .set({ subcontractor: 'Bühnenbau Nord' })
    .where('id', '=', stranger.entries[0] ?? 0)
    .execute()
  const ids = await idsOf(anna)
  assert.deepEqual(
    [mine, namesake, stranger].map(({ entries }) => ids.includes(entries[0] ?? 0)),
    [true, false, false],
  )
})

test('what is a draft or hidden is no shift yet; what is archived stays to be read', async () => {
  const found = []
  for (const status of ['Entwurf', 'Inaktiv', 'Aktiv', 'Erledigt', 'Archiv'] as const) {
    const { entries } = await plan(MINE, { status })
    found.push((await idsOf(anna)).includes(entries[0] ?? 0))
  }
  assert.deepEqual(found, [false, false, true, true, true])
})

test('a shift leads to the chat of the group that its team is called after, for whoever is in it', async () => {
  const group = await db
    .insertInto('groups')
    .values({ name: 'Lichtpult' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { entries } = await plan(MINE, { part: 'LICHTPULT' })
  const room = async () => (await shiftsOf(anna)).items.find(({ id }) => id === entries[0])?.room_id
  assert.equal(await room(), null)
  await clara.send('PUT', `/users/${annaId}/groups/Lichtpult/`)
  assert.equal(await room(), group.id)
})

test('whoever is not in the planner sees nothing of shifts, not even that there are any', async () => {
  await db.updateTable('users').set({ persplan_id: null }).where('username', '=', cast.kai.username).execute()
  const kai = await kontor.as(cast.kai)
  assert.equal((await kai.get('/users/current/')).body['has_shifts'], false)
  for (const answer of [
    await kai.get('/shifts/'),
    await kai.send('POST', '/shifts/feed/'),
    await kai.send('DELETE', '/shifts/feed/'),
  ])
    assert.equal(answer.status, 404)
  assert.equal('shifts' in (await kai.get('/today/')).body, false)
})

test('a calendar fetches the shifts under a secret address, in the zone of the company, as another program reads it', async () => {
  const today = Temporal.Now.plainDateISO('Europe/Berlin')
  const [day, next] = [today.add({ days: 3 }).toString(), today.add({ days: 4 }).toString()]
  const name =
    'Gala; „Nordlicht“, Teil 1\\2 – mit sehr langem Namen 🎭 und noch einem Satz dahinter, damit die Zeile bricht'
  const { entries } = await plan(MINE, {
    name,
    ort: 'Speicherstadt, Block M, Hamburg',
    date: day,
    entries: [
      {
        name: 'Berger',
        personalnummer: MINE,
        funktion: 'Ton',
        soll: [`${day}T18:00`, `${next}T02:00`],
      },
    ],
  })
  const { status, text, headers } = await kontor.client().get(await feedOf(anna))
  assert.deepEqual([status, headers['content-type']], [200, 'text/calendar; charset=utf-8'])
  assert.ok(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75))
  const event = eventsOf(text).find(({ uid }) => uid === `shift-${entries[0]}@kontor`)
  assert.ok(event)
  assert.equal(event.summary, `${name} – Bühne`)
  assert.equal(event.location, 'Speicherstadt, Block M, Hamburg')
  assert.equal(event.description, 'Funktion: Ton')
  assert.equal(event.startDate.zone.tzid, 'Europe/Berlin')
  const begins = Temporal.PlainDateTime.from(`${day}T18:00`).toZonedDateTime('Europe/Berlin')
  assert.equal(event.startDate.toJSDate().getTime(), begins.epochMilliseconds)
  assert.equal(event.sequence, 0)
})

test('an event keeps its name and counts on when its plan changes, and is cancelled when the person is', async () => {
  const day = Temporal.Now.plainDateISO('Europe/Berlin').add({ days: 5 }).toString()
  const { entries } = await plan(MINE, {
    date: day,
    entries: [{ name: 'Berger', personalnummer: MINE, soll: [`${day}T10:00`, `${day}T12:00`] }],
  })
  const path = await feedOf(anna)
  const event = async () => {
    const { text } = await kontor.client().get(path)
    return eventsOf(text).find(({ uid }) => uid === `shift-${entries[0]}@kontor`)
  }
  const change = (values: { soll_bis?: string; status?: string }) =>
    db
      .updateTable('time_entries')
      .set(values)
      .where('id', '=', entries[0] ?? 0)
      .execute()
  await change({ soll_bis: `${day}T13:00` })
  assert.deepEqual([(await event())?.sequence, (await event())?.endDate.hour], [1, 13])
  // An update with the same values is no change.
  await change({ soll_bis: `${day}T13:00` })
  assert.equal((await event())?.sequence, 1)
  await change({ status: 'Abgesagt' })
  assert.equal((await event())?.component.getFirstPropertyValue('status'), 'CANCELLED')
})

test('a new address ends the former one, and so do revoking it and losing the account', async () => {
  const works = async (path: string) => (await kontor.client().get(path)).status
  const first = await feedOf(bruno)
  const second = await feedOf(bruno)
  assert.ok(!second.includes(first.split('/')[3] ?? first))
  assert.deepEqual([await works(first), await works(second)], [404, 200])
  assert.notEqual((await shiftsOf(bruno)).feed_since, null)
  await bruno.send('DELETE', '/shifts/feed/')
  assert.equal(await works(second), 404)
  assert.equal((await shiftsOf(bruno)).feed_since, null)
  const third = await feedOf(bruno)
  await db
    .updateTable('users')
    .set({ is_active: false })
    .where('username', '=', cast.bruno.username)
    .execute()
  assert.equal(await works(third), 404)
})

test('the server keeps no address, only what recognises it, and the audit log tells of each change', async () => {
  const path = await feedOf(anna)
  const secret = Buffer.from(path.split('/')[3] ?? '', 'base64url')
  assert.equal(secret.length, 32)
  const { token_hash } = await db
    .selectFrom('shift_feeds')
    .where('user_id', '=', annaId)
    .select('token_hash')
    .executeTakeFirstOrThrow()
  assert.notDeepEqual(token_hash, secret)
  await anna.send('DELETE', '/shifts/feed/')
  const told = await db
    .selectFrom('audit')
    .where('user_id', '=', annaId)
    .where('kind', '=', 'user')
    .select('action')
    .orderBy('id', 'desc')
    .limit(2)
    .execute()
  assert.deepEqual(
    told.map(({ action }) => action),
    ['user.feed_end', 'user.feed'],
  )
})

test('whoever guesses addresses is refused, and others are not', async () => {
  await using world = await testApp({}, { limits })
  const wrong = (nr: number, address: string) =>
    world.client().get(`/shifts/feed/${'x'.repeat(42)}${nr % 10}/einsaetze.ics`, { address })
  const statuses = []
  for (let nr = 0; nr <= limits.rates.wrong_calendars.most; nr++)
    statuses.push((await wrong(nr, '192.0.2.7')).status)
  assert.deepEqual([...new Set(statuses.slice(0, -1)), statuses.at(-1)], [404, 429])
  assert.equal((await wrong(0, '198.51.100.9')).status, 404)
})
