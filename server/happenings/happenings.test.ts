import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Happening, HappeningListItem } from '#contract/happenings.ts'
import type { Recorder, SubhappeningListItem } from '#contract/parts.ts'
import { happeningStatuses } from '#contract/words/happenings.ts'
import { cast } from '#demo/cast.ts'
import type { Caller } from '#server/caller.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutTimes } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { type Client, testApp } from '#server/testing/app.ts'
import { insertHappening } from '#server/testing/happenings.ts'
import { readHappenings } from './read-happenings.ts'

const kontor = await testApp()
after(() => kontor[Symbol.asyncDispose]())
const { db } = kontor.kontor
const [clara, anna, bruno, david] = (await Promise.all(
  [cast.clara, cast.anna, cast.bruno, cast.david].map((person) => kontor.as(person)),
)) as [Client, Client, Client, Client]
const annaId = await kontor.userId(cast.anna)

const setStatus = (id: number, status: string) => clara.send('PATCH', `/happenings/${id}/`, { status })
const idsOf = async (who: Client, query: Record<string, string> = {}) =>
  (
    (await who.get('/happenings/', { query: { per_page: '200', ...query } })).body['items'] as Happening[]
  ).map(({ id }) => id)

test('recorders see happenings from the moment that they record one that is Aktiv or Erledigt', async () => {
  const id = (await insertHappening(db, { status: 'Entwurf' })).id
  const davidId = await kontor.userId(cast.david)
  assert.equal((await david.get('/happenings/')).status, 403)
  const { items } = (await clara.get(`/happenings/${id}/subhappenings/`)).body as {
    items: SubhappeningListItem[]
  }
  await clara.send('PUT', `/happenings/${id}/subhappenings/${items[0]?.id}/users/`, { user_ids: [davidId] })
  assert.equal((await david.get('/happenings/')).status, 403)
  await setStatus(id, 'Aktiv')
  assert.deepEqual(await idsOf(david), [id])
  await setStatus(id, 'Inaktiv')
  assert.equal((await david.get('/happenings/')).status, 403)
})

test('staff see what they record, members of the group see all parts, drafts are for administrators', async () => {
  const mine = await insertHappening(db, { recorders: [annaId] })
  const others = await insertHappening(db, {})
  const draft = await insertHappening(db, { status: 'Entwurf', recorders: [annaId] })
  const seen = async (who: Client) => {
    const ids = await idsOf(who)
    return [mine, others, draft].map(({ id }) => ids.includes(id))
  }
  assert.deepEqual(await seen(anna), [true, false, false])
  assert.deepEqual(await seen(bruno), [true, true, false])
  assert.deepEqual(await seen(clara), [true, true, true])
  assert.equal((await anna.get(`/happenings/${others.id}/`)).status, 404)
  assert.equal((await anna.get(`${others.path}/`)).status, 404)
  assert.equal((await bruno.get(`${others.path}/`)).status, 200)
  assert.equal((await anna.get(`${draft.path}/`)).status, 404)
})

test('a list names the teams of each happening where that is asked for: to recorders their own alone, with their times', async () => {
  const { id, sub } = await insertHappening(db, {
    name: 'Mit Teams',
    part: 'Ton',
    recorders: [annaId],
    entries: [
      { name: 'Aigner', soll: ['2026-11-21T18:00', '2026-11-21T22:00'] },
      { name: 'Berg', soll: ['2026-11-21T17:30', '2026-11-22T01:00'] },
    ],
  })
  const others = Array.from({ length: 5 }, (_, at) => ({
    happening_id: id,
    planner_id: `teams-${id}-${at}`,
    name: `Licht ${at}`,
  }))
  await db.insertInto('subhappenings').values(others).execute()
  await db
    .updateTable('time_entries')
    .set({ ist_von: '2026-11-21T18:00:00', ist_bis: '2026-11-21T22:00:00', ist_minutes: 240 })
    .where('subhappening_id', '=', sub)
    .where('last_name', '=', 'Aigner')
    .execute()
  const listed = async (who: Client, query: Record<string, string> = { with_teams: 'true' }) =>
    (
      (await who.get('/happenings/', { query: { filter: 'Mit Teams', ...query } })).body[
        'items'
      ] as HappeningListItem[]
    )[0]
  const own = {
    id: sub,
    name: 'Ton',
    istentries: 1,
    sollentries: 2,
    recorded: 1,
    entries: 2,
    is_sent: false,
    soll_von: '2026-11-21T17:30',
    soll_bis: '2026-11-22T01:00',
  }
  assert.equal((await listed(anna, {}))?.teams, undefined)
  const annas = await listed(anna)
  assert.deepEqual([annas?.teams, annas?.teams_count], [[own], 1])
  const claras = await listed(clara)
  assert.deepEqual(
    [claras?.teams?.map(({ name }) => name), claras?.teams_count],
    [['Licht 0', 'Licht 1', 'Licht 2', 'Licht 3'], 6],
  )
  await db.updateTable('time_entries').set({ submitted: true }).where('subhappening_id', '=', sub).execute()
  assert.deepEqual((await listed(anna))?.teams, [{ ...own, is_sent: true }])
})

test('whoever came unplanned is one more of the team, and who has cancelled keeps nobody from having sent', async () => {
  const soll: [string, string] = ['2026-11-21T18:00', '2026-11-21T22:00']
  const { sub, path } = await insertHappening(db, {
    name: 'Mit Absage',
    recorders: [annaId],
    entries: [
      { name: 'Aigner', soll },
      { name: 'Ohne', soll: ['2026-11-21T16:00', '2026-11-21T23:00'], status: 'abgesagt' },
      { name: 'Dazu' },
    ],
  })
  // A sync stores no planned duration for a cancelled entry.
  const ofName = (name: string) =>
    db.updateTable('time_entries').where('subhappening_id', '=', sub).where('last_name', '=', name)
  await ofName('Ohne').set({ soll_minutes: null }).execute()
  const times = { ist_von: '2026-11-21T18:00:00', ist_bis: '2026-11-21T22:00:00', ist_minutes: 240 }
  for (const name of ['Aigner', 'Dazu'])
    await ofName(name)
      .set({ ...times, submitted: true })
      .execute()
  const query = { filter: 'Mit Absage', with_teams: 'true' }
  const { items } = (await anna.get('/happenings/', { query })).body as { items: HappeningListItem[] }
  assert.deepEqual(items[0]?.teams, [
    {
      id: sub,
      name: 'Bühne',
      istentries: 2,
      sollentries: 1,
      recorded: 2,
      entries: 2,
      is_sent: true,
      soll_von: '2026-11-21T18:00',
      soll_bis: '2026-11-21T22:00',
    },
  ])
  assert.equal((await anna.get(`${path}/`)).body['entries'], 2)
})

test('another team of the same happening is nothing to a recorder; members of the group read it, and record nothing', async () => {
  const { id } = await insertHappening(db, { recorders: [annaId] })
  const { id: other } = await db
    .insertInto('subhappenings')
    .values({ happening_id: id, planner_id: `read-${id}`, name: 'Kasse' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const entry = await db
    .insertInto('time_entries')
    .values({ subhappening_id: other, planner_id: `read-${id}`, last_name: 'Aigner' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const path = `/happenings/${id}/subhappenings/${other}`
  const reads = ['/', '/time/', '/time/hints/', `/time/${entry.id}/history/`, '/time/people/']
  const statuses = (who: Client) =>
    Promise.all(reads.map(async (read) => (await who.get(`${path}${read}`)).status))
  assert.deepEqual(await statuses(anna), [404, 404, 404, 404, 404])
  assert.deepEqual(await statuses(bruno), [200, 200, 200, 200, 403])
  assert.deepEqual(await statuses(clara), [200, 200, 200, 200, 200])
  const record = async (who: Client) =>
    (await who.send('PATCH', `${path}/time/`, { items: [{ timeentry_id: entry.id, note: 'da' }] })).status
  assert.deepEqual([await record(anna), await record(bruno), await record(clara)], [404, 403, 200])
  const parts = async (who: Client) =>
    ((await who.get(`/happenings/${id}/subhappenings/`)).body['items'] as SubhappeningListItem[]).map(
      ({ name, can, entries_submitted }) => [name, can.administer, entries_submitted !== null],
    )
  assert.deepEqual(await parts(anna), [['Bühne', false, false]])
  assert.deepEqual(await parts(bruno), [
    ['Bühne', false, false],
    ['Kasse', false, false],
  ])
  assert.deepEqual(await parts(clara), [
    ['Bühne', true, true],
    ['Kasse', true, true],
  ])
})

test('whose own team has sent its times is asked for none of another team of the happening', async () => {
  const soll: [string, string] = ['2020-01-02T18:00', '2020-01-02T22:00']
  const { id } = await insertHappening(db, { type: 'Halb', date: '2020-01-02', recorders: [annaId] })
  const { id: other } = await db
    .insertInto('subhappenings')
    .values({ happening_id: id, planner_id: `half-${id}`, name: 'Kasse' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('time_entries')
    .values({ subhappening_id: other, planner_id: `half-${id}`, soll_von: soll[0], soll_bis: soll[1] })
    .execute()
  const unsent = (who: Client) => idsOf(who, { type: 'Halb', status: 'Zu senden' })
  assert.deepEqual([await unsent(anna), await unsent(bruno), await unsent(clara)], [[], [id], [id]])
})

test('numbers are administrators’, those of a part are everybody’s but the submitted ones', async () => {
  const { id, path } = await insertHappening(db, {
    recorders: [annaId],
    entries: [
      { name: 'Berger', soll: ['2026-11-21T08:00', '2026-11-21T12:00'] },
      { name: 'Castell', soll: ['2026-11-21T22:00', '2026-11-22T02:30'] },
      { name: 'Groß' },
    ],
  })
  const pick = ({ body }: { body: object }) => {
    const { istzeit, sollzeit, istentries, sollentries } = body as Happening
    return [istzeit, sollzeit, istentries, sollentries]
  }
  assert.deepEqual(pick(await clara.get(`/happenings/${id}/`)), [0, 510, 0, 2])
  assert.deepEqual(pick(await anna.get(`/happenings/${id}/`)), [null, null, null, null])
  const hers = await anna.get(`${path}/`)
  assert.deepEqual(pick(hers), [0, 510, 0, 2])
  assert.equal(hers.body['entries_submitted'], null)
  assert.equal((await clara.get(`${path}/`)).body['entries_submitted'], 0)
  assert.equal(hers.body['happening_name'], 'Herbstfest')
})

test('what has not sent its times is listed by itself, as far as somebody sees it, and goes with the last one', async () => {
  const type = 'Zeiten'
  const soll: [string, string] = ['2026-11-21T18:00', '2026-11-21T22:00']
  const date = '2020-01-02'
  const entries = [{ name: 'Aigner', soll }]
  const open = await insertHappening(db, { type, date, recorders: [annaId], entries })
  const none = await insertHappening(db, { type, date, recorders: [annaId] })
  const others = await insertHappening(db, { type, date, entries })
  const ahead = await insertHappening(db, { type, date: '2999-01-02', recorders: [annaId], entries })
  const unsent = (who: Client) => idsOf(who, { type, status: 'Zu senden' })
  const send = (id: number, submitted: boolean) =>
    inTransaction(kontor.kontor, async (tx) => {
      await tx.updateTable('time_entries').set({ submitted }).where('subhappening_id', '=', id).execute()
      changed(tx, aboutTimes(id))
    })
  assert.deepEqual(await unsent(clara), [open.id, others.id])
  assert.deepEqual(await unsent(anna), [open.id])
  await send(open.sub, true)
  assert.deepEqual(await unsent(clara), [others.id])
  assert.deepEqual(await unsent(anna), [])
  await send(open.sub, false)
  assert.deepEqual(await unsent(clara), [open.id, others.id])
  assert.deepEqual(await idsOf(clara, { type }), [open.id, none.id, others.id, ahead.id])
  const unknown = await clara.get('/happenings/', { query: { status: 'Gesendet' } })
  assert.equal(unknown.status, 422)
})

test('what begins today has to be sent from midnight on, by the clock of the company', async () => {
  const [west, east] = ['Etc/GMT+12', 'Etc/GMT-14'].map((timeZone) => ({
    ...kontor.kontor,
    config: { ...kontor.kontor.config, timeZone },
  })) as [Kontor, Kontor]
  const type = 'Mitternacht'
  const soll: [string, string] = ['2026-11-21T18:00', '2026-11-21T22:00']
  const date = Temporal.Now.plainDateISO(east.config.timeZone).toString()
  const { id } = await insertHappening(db, { type, date, entries: [{ name: 'Aigner', soll }] })
  const by = { id: await kontor.userId(cast.clara), is_admin: true } as Caller
  const asked = { type, status: 'Zu senden', filter: '', order_by: '', page: 0, per_page: 1 } as const
  const found = async (here: Kontor) => {
    const { items, pages } = await readHappenings(here, by, {
      ...asked,
      date_start: undefined,
      date_end: undefined,
    })
    return [items.map((one) => one.id), pages]
  }
  // In the west it is still the day before.
  assert.deepEqual(await found(west), [[], 0])
  assert.deepEqual(await found(east), [[id], 1])
})

test('the window of days includes both ends, and either may be missing', async () => {
  const type = 'Fenster'
  const [first, last] = [
    await insertHappening(db, { date: '2030-01-01', type }),
    await insertHappening(db, { date: '2030-01-10', type }),
  ]
  const within = (query: Record<string, string>) => idsOf(clara, { type, ...query })
  assert.deepEqual(await within({ date_start: '2030-01-01', date_end: '2030-01-10' }), [first.id, last.id])
  assert.deepEqual(await within({ date_start: '2030-01-02' }), [last.id])
  assert.deepEqual(await within({ date_end: '2030-01-09' }), [first.id])
  assert.deepEqual(await within({ date_start: '', date_end: 'null' }), [first.id, last.id])
  assert.equal((await clara.get('/happenings/', { query: { date_start: '2030-02-30' } })).status, 422)
})

test('many get a status at once, or none of them when one does not exist', async () => {
  const [one, two] = [await insertHappening(db, {}), await insertHappening(db, {})]
  const massEdit = (happening_ids: number[]) =>
    clara.send('POST', '/happenings/mass_edit/', { happening_ids, status: 'Erledigt' })
  const refused = await massEdit([one.id, 2_000_000_000])
  assert.equal(refused.status, 404)
  assert.deepEqual([refused.body['detail'], refused.body['gone']], ['Not Found', [2_000_000_000]])
  assert.equal((await clara.get(`/happenings/${one.id}/`)).body['status'], 'Aktiv')
  assert.equal((await massEdit([one.id, two.id, one.id])).status, 200)
  assert.equal((await clara.send('PATCH', `/happenings/${one.id}/`, {})).status, 200)
  for (const { id } of [one, two])
    assert.equal((await clara.get(`/happenings/${id}/`)).body['status'], 'Erledigt')
  assert.equal(
    (await anna.send('POST', '/happenings/mass_edit/', { happening_ids: [one.id], status: 'Aktiv' })).status,
    403,
  )
})

test('recorders are replaced as a list; somebody named twice counts once, somebody deactivated is refused', async () => {
  const { path } = await insertHappening(db, {})
  const put = (user_ids: number[]) => clara.send('PUT', `${path}/users/`, { user_ids })
  const users = async () => (await clara.get(`${path}/`)).body['users'] as Recorder[]
  const names = async () => (await users()).map(({ username }) => username)
  assert.deepEqual((await put([annaId, annaId])).body, { success: true, details: '' })
  assert.deepEqual(await names(), ['anna'])
  const [recorder] = await users()
  assert.deepEqual([recorder?.persplan_vorname, recorder?.persplan_nachname], ['Anna', 'Berger'])
  const frieda = await kontor.userId(cast.frieda)
  await db.updateTable('users').set({ is_active: false }).where('id', '=', frieda).execute()
  const refused = await put([annaId, frieda])
  assert.equal(refused.status, 422)
  assert.match(
    String(refused.body['details']),
    /^„.+, Frieda“ ist deaktiviert und kann keine Zeiten erfassen\. Es wurde nichts geändert\.$/,
  )
  assert.deepEqual((refused.body['detail'] as { loc: unknown[] }[])[0]?.loc, ['body', 'user_ids', 1])
  const unknown = await put([2_000_000_000])
  assert.equal(unknown.status, 422)
  assert.equal(unknown.body['details'], 'Einen dieser Benutzer gibt es nicht mehr. Es wurde nichts geändert.')
  assert.deepEqual(await names(), ['anna'])
})

test('in the archive recorders stay as they are', async () => {
  const { path } = await insertHappening(db, { status: 'Archiv', recorders: [annaId] })
  const refused = await clara.send('PUT', `${path}/users/`, { user_ids: [] })
  assert.equal(refused.status, 409)
  assert.equal(
    refused.body['details'],
    'Die Veranstaltung ist im Status „Archiv“: Wer die Zeiten erfasst, lässt sich nicht mehr ändern.',
  )
  assert.equal(((await clara.get(`${path}/`)).body['users'] as unknown[]).length, 1)
})

test('parts are found by their name and by their recorders', async () => {
  const { id } = await insertHappening(db, { recorders: [annaId], part: 'Großer Saal' })
  const found = async (filter: string) =>
    ((await clara.get(`/happenings/${id}/subhappenings/`, { query: { filter } })).body['items'] as unknown[])
      .length
  assert.deepEqual([await found('grosser'), await found('berger anna'), await found('nirgends')], [1, 1, 0])
})

test('by a filter nobody tries out the address or the number of a recorder', async () => {
  const { id } = await insertHappening(db, { recorders: [annaId], part: 'Foyer' })
  await db
    .updateTable('users')
    .set({ email: 'geheim@example.org', persplan_telefon: '0170 5550199' })
    .where('id', '=', annaId)
    .execute()
  for (const filter of ['geheim', '5550199'])
    assert.deepEqual(
      (await clara.get(`/happenings/${id}/subhappenings/`, { query: { filter } })).body['items'],
      [],
    )
})

test('the types of happenings are those that one sees', async () => {
  await insertHappening(db, { type: 'Nur Entwurf', status: 'Entwurf', recorders: [annaId] })
  const types = async (who: Client) => (await who.get('/happenings/types/')).body['items'] as string[]
  assert.ok((await types(clara)).includes('Nur Entwurf'))
  for (const [key, compare] of [
    ['type', new Intl.Collator('de').compare],
    ['status', (a: never, b: never) => happeningStatuses.indexOf(a) - happeningStatuses.indexOf(b)],
  ] as const) {
    const { items } = (await clara.get('/happenings/', { query: { per_page: '200', order_by: `+${key}` } }))
      .body
    const found = (items as Happening[]).map((happening) => happening[key]) as never[]
    assert.deepEqual(found, found.toSorted(compare))
  }
  assert.ok(!(await types(anna)).includes('Nur Entwurf'))
})

test('nobody finds a part under another happening, or an entry under another part', async () => {
  const brunoId = await kontor.userId(cast.bruno)
  // Both clients may see both parts, but a path has to combine a part with its own happening and entry.
  const here = await insertHappening(db, { recorders: [brunoId], entries: [{ name: 'Hier' }] })
  const there = await insertHappening(db, { recorders: [brunoId], entries: [{ name: 'Dort' }] })
  const mixed = `/happenings/${here.id}/subhappenings/${there.sub}`
  const entry = there.entries[0] as number
  for (const one of [clara, bruno]) {
    for (const path of [
      `${mixed}/`,
      `${mixed}/time/`,
      `${mixed}/time/hints/`,
      `${mixed}/time/people/`,
      `${mixed}/time/${entry}/history/`,
      `${here.path}/time/${entry}/history/`,
    ])
      assert.equal((await one.get(path)).status, 404, path)
    const record = { items: [{ timeentry_id: entry, note: 'x' }] }
    assert.equal((await one.send('PATCH', `${mixed}/time/`, record)).status, 404)
    assert.notEqual((await one.send('PATCH', here.times, record)).status, 200)
    assert.notEqual((await one.send('PUT', `${mixed}/users/`, { user_ids: [] })).status, 200)
    const { note } = await db
      .selectFrom('time_entries')
      .where('id', '=', entry)
      .select('note')
      .executeTakeFirstOrThrow()
    assert.equal(note, null)
    const rows = await db
      .selectFrom('subhappening_users')
      .where('subhappening_id', '=', there.sub)
      .select('user_id')
      .execute()
    assert.deepEqual(rows, [{ user_id: brunoId }])
  }
})
