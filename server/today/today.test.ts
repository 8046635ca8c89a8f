import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { paragraph, processOf, textareaField } from '#contract/document/build.ts'
import type { Today } from '#contract/today.ts'
import { cast } from '#demo/cast.ts'
import { type Client, testApp } from '#server/testing/app.ts'
import { registerDevice } from '#server/testing/devices.ts'
import { onlyForGroups, publishDoc } from '#server/testing/docs.ts'
import { insertHappening } from '#server/testing/happenings.ts'
import { remindRecorders } from './remind-recorders.ts'

const kontor = await testApp({ REMINDER_TIME: '09:00' })
after(() => kontor[Symbol.asyncDispose]())
const { db } = kontor.kontor
const [anna, bruno, clara, david] = (await Promise.all(
  [cast.anna, cast.bruno, cast.clara, cast.david].map((person) => kontor.as(person)),
)) as [Client, Client, Client, Client]
const [annaId, brunoId, claraId, davidId] = await Promise.all(
  [cast.anna, cast.bruno, cast.clara, cast.david].map((person) => kontor.userId(person)),
)
// Deletes happenings and documents of the demo, so that only those of the tests exist.
await db.deleteFrom('happenings').execute()
await db.deleteFrom('docs').execute()

const day = (days: number) => Temporal.Now.plainDateISO('Europe/Berlin').add({ days }).toString()
const todayOf = async (who: Client) => (await who.get('/today/')).body as unknown as Today
const soll = (date: string): [string, string] => [`${date}T08:00`, `${date}T16:00`]

const publish = (name: string, fields = ['Feld 1', 'Feld 2'], shown: object = {}) =>
  publishDoc(clara, processOf(...fields.map((field) => paragraph(textareaField(field)))), { name, ...shown })

test('open are documents that one may fill in and has not filled in whole, the begun ones first', async () => {
  const [begun, fresh, read] = [
    await publish('Begonnen'),
    await publish('Neu'),
    await publish('Nur lesen', []),
  ]
  await anna.send('PATCH', `/docs/${begun}/currentuserdata/`, { data: { 'Feld 1': 'ja' } })
  const open = async (who: Client) => (await todayOf(who)).docs
  assert.deepEqual(await open(anna), {
    count: 2,
    items: [
      { id: begun, name: 'Begonnen', fields: 2, filled: 1, due_on: null, hand_in: 'none' },
      { id: fresh, name: 'Neu', fields: 2, filled: 0, due_on: null, hand_in: 'none' },
    ],
  })
  await anna.send('PATCH', `/docs/${begun}/currentuserdata/`, { data: { 'Feld 2': 'auch' } })
  assert.deepEqual(
    (await open(anna)).items.map(({ id }) => id),
    [fresh],
  )
  await clara.send('PUT', `/docs/${fresh}/status/`, { status: 'Erledigt' })
  assert.equal((await open(anna)).count, 0)
  for (const id of [begun, fresh, read]) await clara.send('DELETE', `/docs/${id}/`)
})

test('of a process that is handed in it is said when nothing but that is missing', async () => {
  const id = await publish('Mit Abgabe', ['Feld 1'], { hand_in: 'plain' })
  const missing = async () => (await todayOf(anna)).docs.items.map(({ hand_in }) => hand_in)
  assert.deepEqual(await missing(), ['after'])
  await anna.send('PATCH', `/docs/${id}/currentuserdata/`, { data: { 'Feld 1': 'ja' } })
  assert.deepEqual(await missing(), ['now'])
  await clara.send('DELETE', `/docs/${id}/`)
})

test('a team of later is told with its beginning; those after tomorrow stand apart, as long as there are few', async () => {
  const plan = (days: number) =>
    insertHappening(db, {
      date: day(days),
      recorders: davidId === undefined ? [] : [davidId],
      entries: [
        { name: 'Eins', soll: [`${day(days)}T18:00`, `${day(days)}T22:00`] },
        { name: 'Zwei', soll: soll(day(days)) },
        { name: 'Ohne', soll: [`${day(days)}T06:00`, `${day(days)}T07:00`], status: 'abgesagt' },
      ],
    })
  const planned = [await plan(-1), await plan(1), await plan(6), await plan(3), await plan(40)]
  const { teams, coming_teams } = await todayOf(david)
  assert.deepEqual(
    teams?.items.map(({ begins, is_ahead }) => [begins, is_ahead]),
    [
      [`${day(-1)}T08:00`, false],
      [`${day(1)}T08:00`, true],
    ],
  )
  assert.equal(teams?.count, 2)
  assert.deepEqual(
    coming_teams?.map(({ date, is_ahead }) => [date, is_ahead]),
    [
      [day(3), true],
      [day(6), true],
    ],
  )
  planned.push(await plan(0), await plan(0))
  assert.deepEqual((await todayOf(david)).coming_teams, [])
  for (const { id } of planned) await db.deleteFrom('happenings').where('id', '=', id).execute()
})

test('recorders see how far their teams from yesterday to tomorrow have come, and no others', async () => {
  const plan = (days: number, recorders: (number | undefined)[]) =>
    insertHappening(db, {
      date: day(days),
      recorders: recorders.filter((id) => id !== undefined),
      entries: [
        { name: 'Eins', soll: soll(day(days)) },
        { name: 'Zwei', soll: soll(day(days)) },
        { name: 'Ohne', soll: soll(day(days)), status: 'abgesagt' },
      ],
    })
  const [before, mine] = [await plan(-2, [davidId]), await plan(-1, [davidId])]
  const [others, late] = [await plan(0, [annaId]), await plan(2, [davidId])]
  const entry = {
    timeentry_id: mine.entries[0],
    ist_von_date: day(-1),
    ist_von_time: '08:00',
    ist_bis_time: '16:00',
  }
  assert.equal((await david.send('PATCH', mine.times, { items: [entry] })).status, 200)
  const { teams } = await todayOf(david)
  assert.deepEqual(
    teams?.items.map(({ subhappening_id, entries, recorded, ready, sent }) => [
      subhappening_id,
      entries,
      recorded,
      ready,
      sent,
    ]),
    [[mine.sub, 2, 1, 1, 0]],
  )
  for (const { id } of [before, mine, others, late])
    await db.deleteFrom('happenings').where('id', '=', id).execute()
})

test('the own next shifts stand first to last, what runs now included, what is over not, and who is cancelled is told so on the day itself', async () => {
  const at = (hours: number) =>
    Temporal.Now.plainDateTimeISO('Europe/Berlin').add({ hours }).toString({ smallestUnit: 'minute' })
  const planned = (von: string, bis: string, status: string) =>
    insertHappening(db, {
      date: von.slice(0, 10),
      entries: [{ name: 'Castell', personalnummer: 'P1002', soll: [von, bis], status }],
    })
  const plan = (von: number, bis: number, status = 'zugesagt') => planned(at(von), at(bis), status)
  const [later, runs] = [await plan(30, 34), await plan(-2, 3)]
  const others = [await plan(-9, -3), await plan(30, 34, 'abgesagt')]
  const off = await planned(`${at(0).slice(0, 10)}T00:00`, at(30), 'abgesagt')
  const { shifts = [] } = await todayOf(bruno)
  const ids = (cancelled: boolean) =>
    shifts.filter((shift) => shift.cancelled === cancelled).map(({ id }) => id)
  assert.deepEqual(ids(false), [runs.entries[0], later.entries[0]])
  assert.deepEqual(ids(true), off.entries)
  for (const { id } of [later, runs, off, ...others])
    await db.deleteFrom('happenings').where('id', '=', id).execute()
})

test('unread chats are named with what was said last, as many as the dot counts', async () => {
  const { items } = (await clara.get('/today/')).body['chats'] as Today['chats']
  assert.deepEqual(items, [])
  const { body } = await anna.send('POST', '/chat/direct/', { user_id: brunoId })
  const { direct_chat_id } = body as { direct_chat_id: number }
  await anna.send('POST', `/chat/direct/${direct_chat_id}/send_message/`, { message: 'Hallo', image: null })
  const { chats } = await todayOf(bruno)
  const user_id = await kontor.userId(cast.anna)
  const found = { kind: 'direct', id: direct_chat_id, name: 'Anna Berger', user_id }
  const [{ last_message_at, ...chat } = {}] = chats.items as Partial<(typeof chats.items)[number]>[]
  assert.deepEqual(chat, { ...found, last_message: 'Hallo', last_message_by: null })
  assert.ok(last_message_at)
  assert.equal(chats.count, 1)
  assert.equal((await bruno.get('/users/current/')).body['unread_rooms'], 1)
  await bruno.get(`/chat/direct/${direct_chat_id}/`)
  assert.equal((await todayOf(bruno)).chats.count, 0)
})

test('administrators see teams that have not sent, documents that nobody opened, and people without a password', async () => {
  const unsent = await insertHappening(db, {
    date: day(-3),
    entries: [{ name: 'Eins', soll: soll(day(-3)) }],
  })
  await insertHappening(db, { date: day(0), entries: [{ name: 'Eins', soll: soll(day(0)) }] })
  await insertHappening(db, { date: day(-50), entries: [{ name: 'Eins', soll: soll(day(-50)) }] })
  await db
    .updateTable('users')
    .set({ password_hash: null })
    .where('username', '=', cast.lena.username)
    .execute()
  await db
    .updateTable('time_entries')
    .set({ absent: true })
    .where('subhappening_id', '=', unsent.sub)
    .execute()
  const doc = await publish('Brandschutz')
  const waiting = async () => (await todayOf(clara)).waiting
  const before = await waiting()
  assert.deepEqual(
    before?.unsent_teams.items.map(({ subhappening_id, recorded }) => [subhappening_id, recorded]),
    [[unsent.sub, 1]],
  )
  assert.deepEqual(before?.unread_docs, { count: 1, items: [{ id: doc, name: 'Brandschutz' }] })
  assert.deepEqual([before?.without_password, before?.not_invited], [1, 1])
  const lena = await kontor.userId(cast.lena)
  await clara.send('POST', '/invitations/', { way: 'link', user_ids: [lena] })
  const invited = await waiting()
  assert.deepEqual([invited?.without_password, invited?.not_invited], [1, 0])
  // Reading by an administrator does not count.
  await clara.get(`/docs/${doc}/`)
  assert.equal((await waiting())?.unread_docs.count, 1)
  await anna.get(`/docs/${doc}/`)
  assert.equal((await waiting())?.unread_docs.count, 0)
  assert.equal((await todayOf(anna)).waiting, undefined)
  assert.equal(
    (await clara.send('PATCH', `/users/${lena}/password/`, { password: 'ein-neuer-vorhang' })).status,
    200,
  )
  assert.equal((await waiting())?.without_password, 0)
})

test('a document is one that somebody has read with the first answer sent for it, also with one that changes nothing', async () => {
  const unread = async () => (await todayOf(clara)).waiting?.unread_docs.count ?? 0
  const before = await unread()
  const doc = await publish('Schlüssel')
  assert.equal(await unread(), before + 1)
  await anna.send('PATCH', `/docs/${doc}/currentuserdata/`, { data: { 'Feld 1': '' } })
  assert.equal(await unread(), before)
  for (const method of ['POST', 'DELETE'] as const) {
    const handed = await publish('Unterweisung', ['Feld 1'], { hand_in: 'plain' })
    assert.equal(await unread(), before + 1)
    assert.equal((await anna.send(method, `/docs/${handed}/currentuserdata/hand_in/`, {})).status, 200)
    assert.equal(await unread(), before)
  }
})

test('whoever has what stands there is told so, and each change of it is seen at once', async () => {
  const { url } = await kontor.listen()
  /** Last answer of each client with its ETag. As in the app, each call sends the ETag of the last answer. */
  const had = new Map<Client, { tag: string; today: Today }>()
  let unchanged = 0
  const ask = async (who: Client) => {
    const before = had.get(who)
    const headers = { cookie: who.cookie ?? '', 'if-none-match': before?.tag ?? '' }
    const answer = await fetch(`${url}/today/`, { headers, cache: 'no-store' })
    if (answer.status === 304) unchanged++
    if (answer.status === 304 && before) return before.today
    const today = (await answer.json()) as Today
    const tag = answer.headers.get('etag')
    if (tag) had.set(who, { tag, today })
    return today
  }
  const { sub, entries, times } = await insertHappening(db, {
    date: day(0),
    recorders: [davidId ?? 0],
    entries: [{ name: 'Eins', soll: soll(day(-1)) }],
  })
  // Assigned through the API, with all effects of that call.
  await clara.send('PUT', times.replace('time/', 'users/'), { user_ids: [davidId] })
  const mine = ({ teams }: Today) => teams?.items.find(({ subhappening_id }) => subhappening_id === sub)
  assert.equal(mine(await ask(david))?.recorded, 0)
  for (let nr = 0; nr < 2; nr++) await ask(david)
  assert.equal(unchanged, 2)
  const entry = {
    timeentry_id: entries[0],
    ist_von_date: day(-1),
    ist_von_time: '08:00',
    ist_bis_time: '16:00',
  }
  assert.equal((await david.send('PATCH', times, { items: [entry] })).status, 200)
  assert.equal(mine(await ask(david))?.recorded, 1)
  const doc = await publish('Frisch')
  const isOpen = async () => (await ask(david)).docs.items.some(({ id }) => id === doc)
  assert.equal(await isOpen(), true)
  await david.send('PATCH', `/docs/${doc}/currentuserdata/`, { data: { 'Feld 1': 'x', 'Feld 2': 'y' } })
  assert.equal(await isOpen(), false)
})

test('of what nobody has read an administrator has to fill in what their groups see, and what has fields', async () => {
  await db.deleteFrom('docs').execute()
  await clara.send('PUT', '/groups/custom/Schreinerei/')
  await publish('Brandschutz')
  await publish('Aushang', [])
  await publish('Nur für die Schreinerei', ['Feld 1'], onlyForGroups('Schreinerei'))
  const { docs, waiting } = await todayOf(clara)
  assert.deepEqual(
    docs.items.map(({ name }) => name),
    ['Brandschutz'],
  )
  assert.deepEqual(waiting?.unread_docs.items.map(({ name }) => name).sort(), [
    'Aushang',
    'Brandschutz',
    'Nur für die Schreinerei',
  ])
})

test('a happening that is hidden is gone from own teams and from what waits', async () => {
  await db.deleteFrom('happenings').execute()
  const entries = [{ name: 'Eins', soll: soll(day(-1)) }]
  await insertHappening(db, { date: day(-1), recorders: [claraId ?? 0], entries })
  const count = async () => {
    const { teams, waiting } = await todayOf(clara)
    return [teams?.count, waiting?.unsent_teams.count]
  }
  assert.deepEqual(await count(), [1, 1])
  await db.updateTable('happenings').set({ status: 'Inaktiv' }).execute()
  assert.deepEqual(await count(), [0, 0])
})

describe('reminders of recorders', () => {
  before(async () => {
    // The tests inspect queued jobs, so no worker may run them.
    await kontor.worker.stop()
    /** One device per person. It gets notifications unless the person has quiet hours. */
    for (const who of [anna, bruno]) await registerDevice(who)
  })

  beforeEach(async () => {
    for (const table of ['happenings', 'jobs', 'reminded', 'push_wishes'] as const)
      await db.deleteFrom(table).execute()
  })

  const YESTERDAY = '2027-04-03'
  const morning = (time: string, day = '2027-04-04') =>
    Temporal.ZonedDateTime.from(`${day}T${time}[Europe/Berlin]`)
  const team = (recorders: (number | undefined)[], others: Parameters<typeof insertHappening>[1] = {}) =>
    insertHappening(db, {
      date: YESTERDAY,
      recorders: recorders.filter((id) => id !== undefined),
      entries: [{ name: 'Eins', soll: [`${YESTERDAY}T08:00`, `${YESTERDAY}T16:00`] }],
      ...others,
    })
  const told = async () => {
    const jobs = await db
      .selectFrom('jobs')
      .where('kind', '=', 'push.send')
      .select('payload')
      .orderBy('id')
      .execute()
    return jobs.map(({ payload }) => {
      const { user_id, notification } = payload as { user_id: number; notification: { body: string } }
      return [user_id, notification.body]
    })
  }

  test('the next morning recorders are told of their team that has not sent all times, once', async () => {
    await team([annaId])
    await remindRecorders(kontor.kontor, morning('08:59'))
    assert.deepEqual(await told(), [])
    await remindRecorders(kontor.kontor, morning('09:00'))
    assert.deepEqual(await told(), [[annaId, '„Bühne“ bei „Herbstfest“ von gestern: 0 von 1 erfasst.']])
    await db.deleteFrom('jobs').execute()
    await Promise.all([
      remindRecorders(kontor.kontor, morning('09:01')),
      remindRecorders(kontor.kontor, morning('17:00')),
    ])
    await remindRecorders(kontor.kontor, morning('09:00', '2027-04-05'))
    assert.deepEqual(await told(), [])
  })

  test('who records several teams is told of all at once, and who has sent them, or records none, is not', async () => {
    await team([annaId, brunoId])
    await team([annaId])
    const sent = await team([brunoId])
    await db
      .updateTable('time_entries')
      .set({ submitted: true })
      .where('subhappening_id', '=', sent.sub)
      .execute()
    await team([brunoId], { status: 'Erledigt' })
    await remindRecorders(kontor.kontor, morning('11:30'))
    assert.deepEqual(await told(), [
      [annaId, '2 Teams von gestern haben ihre Zeiten noch nicht gesendet.'],
      [brunoId, '„Bühne“ bei „Herbstfest“ von gestern: 0 von 1 erfasst.'],
    ])
  })

  test('nobody is told in their quiet hours, or who does not want to hear of it', async () => {
    await team([annaId, brunoId])
    // Equal bounds mean quiet hours all day.
    const always = { quiet_from: '00:00', quiet_until: '00:00' }
    await db
      .insertInto('push_wishes')
      .values({ user_id: annaId ?? 0, ...always })
      .execute()
    await db
      .insertInto('push_wishes')
      .values({ user_id: brunoId ?? 0, quiet_from: null, quiet_until: null, missing_times: false })
      .execute()
    await remindRecorders(kontor.kontor, morning('09:00'))
    assert.deepEqual(await told(), [])
  })

  test('where the setting says so nobody is reminded', async () => {
    await team([annaId])
    await remindRecorders(
      { ...kontor.kontor, config: { ...kontor.kontor.config, reminderTime: 'nie' } },
      morning('09:00'),
    )
    assert.deepEqual(await told(), [])
  })
})
