import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { Check } from 'typebox/value'
import { paragraph, processOf, textareaField } from '#contract/document/build.ts'
import { photoPath } from '#contract/document/photos.ts'
import { type Anonymisation, type AnonymisationEffect, privacy } from '#contract/privacy.ts'
import { emptyHappeningTexts } from '#contract/words/happening-texts.ts'
import { emptyPlannerTexts } from '#contract/words/planner-texts.ts'
import { cast, type Person } from '#demo/cast.ts'
import { generatePeople } from '#planner-simulator/company.ts'
import { startSimulator } from '#planner-simulator/server.ts'
import { insertFurtherImages } from '#server/chat/messages-store.ts'
import { textOf } from '#server/exports/pdf/pdf-stage.test-data.ts'
import { syncHappenings } from '#server/happenings/sync/sync-happenings.ts'
import { insertImage } from '#server/images/store.ts'
import type { PlannedHappening } from '#server/planner/port.ts'
import { type TestAnswer, testApp } from '#server/testing/app.ts'
import { registerDevice } from '#server/testing/devices.ts'
import { publishDoc } from '#server/testing/docs.ts'
import { undoKinds } from '#server/undo-kinds.ts'
import { syncUsers } from '#server/users/sync/sync-users.ts'
import { valueLabels } from './download-pdf.ts'
import { attributeNumbers } from './own-times-store.ts'
import { listNewest, readRowBatches, type Section } from './section-store.ts'
import { sections, unexported } from './sections-store.ts'
import { getSubject } from './subject-store.ts'

const simulator = await startSimulator({ users: generatePeople(12) })
const kontor = await testApp({ PLANNER_URL: simulator.url, PLANNER_TOKEN: simulator.token })
after(async () => {
  await kontor[Symbol.asyncDispose]()
  await simulator.stop()
})
const { db } = kontor.kontor
const clara = await kontor.as(cast.clara)
const anna = await kontor.as(cast.anna)
const ids = Object.fromEntries(
  await Promise.all(
    Object.values(cast).map(async (person) => [person.username, await kontor.userId(person)] as const),
  ),
) as Record<string, number>
const idOf = ({ username }: Person) => ids[username] as number

const ok = ({ status, body, text }: TestAnswer) => {
  assert.equal(status, 200, text)
  return body
}

type Part = { name: string; rows: Record<string, unknown>[] }
const partsOf = ({ body }: TestAnswer) =>
  new Map((body['parts'] as Part[]).map(({ name, rows }) => [name, rows] as const))

async function columnsOf() {
  const { rows } = await sql<{ name: string; refers: boolean }>`
    select relname as name, exists (select from pg_constraint
      where conrelid = pg_class.oid and contype = 'f' and confrelid = 'users'::regclass) as refers
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`.execute(db)
  return rows
}

test('every table of the database is in a person’s export, or there is a reason why not', async () => {
  const tables = await columnsOf()
  const exported = sections.map(({ table }): string => table)
  // The table `migrations` belongs to the migrations themselves.
  const named = new Set([...exported, ...Object.keys(unexported), 'migrations'])
  assert.deepEqual(tables.map(({ name }) => name).sort(), [...named].sort())
  const referring = tables.filter(({ refers }) => refers).map(({ name }) => name)
  assert.ok(referring.length > 12)
  assert.deepEqual(
    referring.filter((name) => !exported.includes(name)),
    [],
    'refers to users and is in no export',
  )
})

/** Creates data of this person in all parts of the app. */
async function live(person: Person) {
  const who = await kontor.as(person)
  const name = `Abbau ${person.username.length}`
  const doc = await publishDoc(clara, processOf(paragraph(textareaField('Wo'))), { name })
  const answer = { data: { Wo: 'Dachboden' } }
  ok(await who.send('PATCH', `/docs/${doc}/currentuserdata/`, answer))
  ok(await clara.send('POST', `/docs/${doc}/userdata/reset/`))
  ok(await who.send('PATCH', `/docs/${doc}/currentuserdata/`, answer))
  const { id: group } = await db
    .selectFrom('groups')
    .where('name', '=', person.groups[0] ?? '')
    .select('id')
    .executeTakeFirstOrThrow()
  ok(await clara.send('PATCH', `/chat/groups/${group}/admin_settings/`, { visible: true }))
  ok(
    await who.send('POST', `/chat/groups/${group}/send_message/`, { message: 'Im Saal gesagt', image: null }),
  )
  const direct = ok(await who.send('POST', '/chat/direct/', { user_id: idOf(cast.anna) }))['direct_chat_id']
  ok(
    await who.send('POST', `/chat/direct/${String(direct)}/send_message/`, {
      message: 'Unter uns',
      image: null,
    }),
  )
  ok(
    await anna.send('POST', `/chat/direct/${String(direct)}/send_message/`, {
      message: 'Annas Wort',
      image: null,
    }),
  )
  await registerDevice(who)
  await who.send('POST', '/auth/login/', { username: person.username, password: 'falsch' })
  await kontor.app.refusals.flush()
  return { who, doc, group, direct: Number(direct) }
}

test('people take along everything about themselves, and nobody else’s words', async () => {
  const { who, doc } = await live(cast.david)
  await answerInPictures(idOf(cast.david), doc, 'gez. David')
  const counts = ok(await who.get('/users/current/data/'))['parts'] as { name: string; count: number }[]
  const answered = await who.get('/users/current/data/json/')
  assert.equal(answered.status, 200)
  assert.match(String(answered.headers['content-disposition']), /Daten von David/)
  // The answer matches the API description.
  assert.ok(Check(privacy.ownJson.answer, answered.body))
  const parts = partsOf(answered)
  assert.deepEqual(
    [...parts].map(([name, rows]) => [name, name.startsWith('audit') ? 0 : rows.length]),
    counts.map(({ name, count }) => [name, name.startsWith('audit') ? 0 : count]),
  )
  const said = (parts.get('messages') ?? []).map(({ content }) => content)
  assert.deepEqual(said, ['Im Saal gesagt', 'Unter uns'])
  assert.doesNotMatch(answered.text, /Annas Wort|password_hash|token_hash|p256dh/)
  assert.equal(parts.get('profile')?.[0]?.['persplan_nachname'], 'Ünal')
  for (const name of ['answers', 'rounds'])
    assert.equal(parts.get(name)?.find(({ field }) => field === 'Wo')?.['value'], 'Dachboden')
  assert.equal(
    parts.get('photos')?.[0]?.['data'],
    `data:image/png;base64,${Buffer.from('seen').toString('base64')}`,
  )
  assert.equal(parts.get('devices')?.length, 1)
  assert.ok(parts.get('audit_by')?.some(({ sentence }) => /Angabe eingetragen/.test(String(sentence))))
})

test('administrators take along what is stored about anybody, but for what was said between two', async () => {
  const answered = await clara.get(`/users/${idOf(cast.david)}/data/json/`)
  const said = partsOf(answered)
    .get('messages')
    ?.map(({ content }) => content)
  assert.deepEqual(said, ['Im Saal gesagt'])
  assert.match(answered.text, /Chats zu zweit gibt nur die Person selbst heraus/)
  const [row] = await db.selectFrom('audit').select('action').orderBy('id', 'desc').limit(1).execute()
  assert.equal(row?.action, 'user.export')
  assert.equal((await anna.get(`/users/${idOf(cast.david)}/data/json/`)).status, 403)
})

test('of pictures administrators take along what many can see, and none that was or may have been between two', async () => {
  const id = idOf(cast.lena)
  const lena = await kontor.as(cast.lena)
  const image = async (is_for_docs: boolean) =>
    insertImage(db, id, { type: 'image/png', bytes: Buffer.from('seen') }, { is_for_docs })
  const direct = Number(
    ok(await lena.send('POST', '/chat/direct/', { user_id: idOf(cast.anna) }))['direct_chat_id'],
  )
  const { id: group } = await db
    .selectFrom('groups')
    .where('name', '=', cast.lena.groups[0] ?? '')
    .select('id')
    .executeTakeFirstOrThrow()
  const rooms = [
    { kind: 'groups', id: group },
    { kind: 'direct', id: direct },
  ] as const
  await db
    .insertInto('chat_rooms')
    .values(rooms)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const show = (kind: 'direct' | 'groups', room_id: number, image_id: string) =>
    db
      .insertInto('chat_messages')
      .values({ kind, room_id, user_id: id, content: 'Bild', image_id })
      .returning('id')
      .executeTakeFirstOrThrow()
  const [ofDoc, ofGroup, ofTwo, deleted] = [
    await image(true),
    await image(false),
    await image(false),
    await image(false),
  ]
  const [furtherOfGroup, furtherOfTwo] = [await image(false), await image(false)]
  const { id: inGroup } = await show('groups', group, ofGroup)
  const { id: ofBoth } = await show('direct', direct, ofTwo)
  await insertFurtherImages(db, inGroup, [furtherOfGroup])
  await insertFurtherImages(db, ofBoth, [furtherOfTwo])
  const { id: said } = await show('direct', direct, deleted)
  ok(await lena.send('DELETE', `/chat/direct/${direct}/messages/${said}/`))
  const pictures = async (path: string, who: typeof clara) =>
    partsOf(await who.get(path))
      .get('images')
      ?.map((row) => String(row['id']))
      .sort()
  assert.deepEqual(await pictures(`/users/${id}/data/json/`, clara), [ofDoc, ofGroup, furtherOfGroup].sort())
  assert.deepEqual(
    await pictures('/users/current/data/json/', lena),
    [ofDoc, ofGroup, furtherOfGroup, ofTwo, furtherOfTwo, deleted].sort(),
  )
})

const picturesOf = (id: number, count: number) =>
  Promise.all(
    Array.from({ length: count }, () =>
      insertImage(db, id, { type: 'image/png', bytes: Buffer.from('seen') }, { is_for_docs: true }),
    ),
  )
const sectionOf = (name: string) => sections.find((section) => section.name === name) as Section

test('what is deleted while a person takes their data along costs no other row, and doubles none', async () => {
  const id = idOf(cast.frieda)
  const all = await picturesOf(id, 11)
  const found: string[] = []
  for await (const rows of readRowBatches(db, sectionOf('images'), {
    subject: await getSubject(db, id),
    scope: 'own',
  })) {
    const ids = rows.map((row) => String(row['id']))
    found.push(...ids)
    await db
      .deleteFrom('images')
      .where('id', '=', ids[0] ?? '')
      .execute()
  }
  assert.deepEqual(found.sort(), all.sort())
})

test('to be read on paper, the newest are taken, and of pictures what is printed alone', async () => {
  const id = idOf(cast.georg)
  await picturesOf(id, 2)
  const whose = { subject: await getSubject(db, id), scope: 'own' } as const
  const [picture] = await listNewest(db, sectionOf('images'), whose, 1)
  assert.deepEqual(Object.keys(picture ?? {}), ['created_at', 'type', 'size', 'is_for_docs'])
  const pages = await Array.fromAsync(readRowBatches(db, sectionOf('images'), whose))
  assert.deepEqual(picture?.['created_at'], pages.flat().at(-1)?.['created_at'])
})

test('what can be taken back stands in the PDF in words for people', () => {
  for (const kind of Object.keys(undoKinds)) assert.ok(valueLabels['kind']?.[kind], kind)
})

test('the same is there to be read, as PDF', async (t) => {
  const id = idOf(cast.david)
  await db
    .insertInto('undos')
    .values({ user_id: id, kind: 'docs.status', before: JSON.stringify({}) })
    .execute()
  await db
    .insertInto('list_views')
    .values([
      { user_id: id, list: 'happenings', hidden: [], search: JSON.stringify({ status: 'Archiv' }) },
      { user_id: id, list: 'results-17', hidden: ['Größe'], search: JSON.stringify({}) },
    ])
    .execute()
  const printed = t.mock.method(kontor.kontor.exports, 'documentPdf')
  const { statusCode, headers, rawPayload } = await kontor.app.inject({
    url: `/users/${id}/data/pdf/`,
    headers: { cookie: clara.cookie ?? '' },
  })
  assert.deepEqual([statusCode, headers['content-type']], [200, 'application/pdf'])
  assert.equal(rawPayload.toString('latin1', 0, 5), '%PDF-')
  // Without blanks and hyphens, since printed words may be divided.
  const whole = (text: string) => text.replace(/[\s\u00ad-]+/g, '')
  const given = JSON.stringify(printed.mock.calls[0]?.arguments[1].content)
  for (const text of [given, await textOf(rawPayload)].map(whole)) {
    for (const { title } of sections) assert.ok(text.includes(whole(title)), title)
    const says = ['Ünal', 'Im Saal gesagt', 'Dachboden', 'Status von Prozessen', 'Ergebnisse von Prozess 17']
    for (const said of says) assert.ok(text.includes(whole(said)), said)
    assert.match(text, /ChatszuzweitgibtnurdiePersonselbstheraus/)
    assert.doesNotMatch(text, /Unteruns|AnnasWort|docs\.status/)
  }
})

const nothing = { messages: false, answers: false }
const preview = async (id: number, query = {}) =>
  ok(await clara.get(`/users/${id}/anonymisation/`, { query })) as unknown as Anonymisation

test('whom the planner still has, oneself, and who has times that are not sent are refused in a sentence', async () => {
  const kai = idOf(cast.kai)
  const sentence = /in der Personalplanung noch aktiv/
  assert.match(String((await preview(kai)).refused), sentence)
  const active = await clara.send('POST', `/users/${kai}/anonymisation/`, nothing)
  assert.equal(active.status, 409)
  assert.match(String(active.body['details']), sentence)
  const own = await clara.send('POST', `/users/${idOf(cast.clara)}/anonymisation/`, nothing)
  assert.match(String(own.body['details']), /nicht selbst/)

  await db.updateTable('users').set({ is_active: false }).where('id', '=', kai).execute()
  const entry = await entryFor(cast.kai, '1011')
  await db.updateTable('time_entries').set({ ist_von: '2026-11-20T18:00' }).where('id', '=', entry).execute()
  const unsent = await clara.send('POST', `/users/${kai}/anonymisation/`, nothing)
  assert.equal(
    unsent.body['details'],
    'Eine erfasste Zeit dieser Person ist noch nicht gesendet. Bitte senden oder leeren Sie diese zuerst.',
  )
  await db.deleteFrom('time_entries').where('id', '=', entry).execute()
})

/** Adds a photo and a signature to the person's current answers, and to those of the last round. */
async function answerInPictures(id: number, doc: number, signed: string) {
  const photo = String(id).padStart(22, 'F')
  const bytes = Buffer.from('seen')
  await db
    .insertInto('doc_photos')
    .values({ id: photo, doc_id: doc, user_id: id, type: 'image/png', bytes, small: bytes })
    .execute()
  const data = JSON.stringify({ Foto: photoPath(photo), Empfang: signed, Abgabe: 'M10 20L30 40' })
  await sql`update doc_answers set data = data || ${data}::jsonb where user_id = ${id} and doc_id = ${doc}`.execute(
    db,
  )
  await sql`update doc_rounds set results = jsonb_set(results, '{people,0,data}', results#>'{people,0,data}' || ${data}::jsonb)
    where doc_id = ${doc}`.execute(db)
}

/** An entry of the first happening. */
async function entryFor({ vorname, nachname }: Person, personalnummer: string | null) {
  const sub = await db.selectFrom('subhappenings').select('id').orderBy('id').executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('time_entries')
    .values({
      subhappening_id: sub.id,
      planner_id: `entry-${vorname.length}-${String(personalnummer)}`,
      first_name: vorname,
      last_name: nachname,
      personalnummer,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Creates one of everything that a person could lose. */
async function keepsThings(user_id: number, doc_id: number) {
  const bytes = Buffer.from(`of ${user_id}`)
  const expires_at = sql<Date>`now() + interval '1 day'`
  const token = { user_id, name: 'Lohn', token_hash: bytes, scopes: ['users:read'], expires_at }
  await db.insertInto('api_tokens').values(token).execute()
  const keys = { credential_id: bytes, public_key: bytes, user_handle: bytes }
  await db
    .insertInto('passkeys')
    .values({ user_id, name: 'Telefon', counter: 0, ...keys })
    .execute()
  await db.insertInto('one_time_codes').values({ user_id, secret: bytes }).execute()
  await db.insertInto('shift_feeds').values({ user_id, token_hash: bytes }).execute()
  await db.insertInto('doc_reminders').values({ user_id, doc_id, day: '2026-11-20' }).execute()
  await db
    .insertInto('undos')
    .values({ user_id, kind: 'users.active', before: JSON.stringify({}) })
    .execute()
}

/** Everything that any table holds, as text. */
async function everywhere(): Promise<string> {
  let all = ''
  for (const { name } of await columnsOf()) {
    const { rows } = await sql<{ line: string }>`select t::text as line from ${sql.table(name)} t`.execute(db)
    all += rows.map(({ line }) => `${name}: ${line}`).join('\n')
    all += '\n'
  }
  return all
}

test('who has left becomes unknown everywhere, as the preview has said; hours stay, and nothing leads back', async () => {
  const { doc, group, direct } = await live(cast.ibrahim)
  const id = idOf(cast.ibrahim)
  // The administrator has renamed him, and he has ended a round.
  ok(await clara.send('PATCH', `/users/${id}/username/`, { username: 'ibrahim.alt' }))
  await sql`update doc_rounds set ended_by = 'ibrahim', ended_by_id = ${id} where doc_id = ${doc}`.execute(db)
  // He has signed his answers of the current round and of the last one.
  const signature = JSON.stringify({ name: 'Ibrahim Núñez' })
  await sql`update doc_answers set handed_in_at = now(), signature = ${signature} where user_id = ${id}`.execute(
    db,
  )
  await sql`update doc_rounds set results = jsonb_set(results, '{people,0,signature}', ${signature})
    where doc_id = ${doc}`.execute(db)
  await answerInPictures(id, doc, 'gez. Ibrahim Núñez')
  await sql`update docs set fields = fields || '[{"name": "Abgabe", "type": "signature"}]' where id = ${doc}`.execute(
    db,
  )
  await sql`update doc_answers set is_filled = true where user_id = ${id}`.execute(db)
  const entry = await entryFor(cast.ibrahim, '1009')
  await db
    .updateTable('time_entries')
    .set({ ist_von: '2026-11-20T18:00', ist_bis: '2026-11-20T23:30', ist_minutes: 330, submitted: true })
    .where('id', '=', entry)
    .execute()
  await sql`insert into time_history (entry_id, kind, message) values (${entry}, 'refused', 'Núñez hat frei')`.execute(
    db,
  )
  simulator.users = generatePeople(12).filter(({ username }) => username !== 'ibrahim')
  await syncUsers(kontor.kontor, null)

  await keepsThings(id, doc)

  const before = await preview(id, { messages: 0, answers: 0 })
  assert.equal(before.refused, null)
  assert.deepEqual(before.personnel_numbers, ['1009'])
  const whyOf = (fates: AnonymisationEffect[], name: string) => fates.find((fate) => fate.name === name)?.why
  assert.match(String(whyOf(before.stays, 'times')), /§ 16 Abs. 2 ArbZG/)
  const counted = (fates: AnonymisationEffect[]) => new Map(fates.map((fate) => [fate.name, fate.count]))
  const going = counted(before.goes)
  for (const name of ['tokens', 'passkeys', 'codes', 'calendar', 'reminders', 'undos'])
    assert.equal(going.get(name), 1, name)
  // Signed hand-ins: all current answers and one of the last round. Signature fields: two in the current answer and
  // two in the last round.
  assert.equal(going.get('signatures'), (counted(before.stays).get('answers') ?? 0) + 1 + 4)
  const done = ok(
    await clara.send('POST', `/users/${id}/anonymisation/`, nothing),
  ) as unknown as Anonymisation
  assert.deepEqual(
    [done.called, done.personnel_numbers, done.goes, done.stays],
    [before.called, before.personnel_numbers, before.goes, before.stays],
  )

  const called = `Ehemalige Person ${id}`
  const traces = (await everywhere())
    .split('\n')
    .filter((line) => /ibrahim|núñez|P1009|40000009|"1009"|,1009,/iu.test(line))
  assert.deepEqual(traces, [])
  const after = await preview(id)
  assert.equal(after.refused, 'Diese Person ist schon anonymisiert.')
  const left = counted(after.stays)
  for (const { name, count } of before.stays) {
    // The anonymisation itself is recorded in the audit log.
    const more = name === 'audit' ? 1 : 0
    assert.equal(left.get(name), count + more, name)
  }
  assert.deepEqual([...counted(after.goes).keys()], ['profile'])

  const hours = await db
    .selectFrom('time_entries')
    .where('id', '=', entry)
    .selectAll()
    .executeTakeFirstOrThrow()
  assert.deepEqual(
    [hours.last_name, hours.personalnummer, hours.ist_minutes, hours.submitted],
    [called, null, 330, true],
  )
  const { body } = await anna.get(`/chat/direct/${direct}/`)
  assert.ok(JSON.stringify(body).includes(called))
  assert.ok((await clara.get(`/chat/groups/${group}/`)).text.includes(called))
  assert.ok((await clara.get(`/docs/${doc}/userdata/`)).text.includes(called))
  assert.ok((await clara.get('/audit/', { query: { object: `user ${id}` } })).text.includes(called))
  const rounds = await db
    .selectFrom('doc_rounds')
    .where('doc_id', '=', doc)
    .selectAll()
    .executeTakeFirstOrThrow()
  assert.deepEqual([rounds.ended_by, rounds.results.people[0]?.display_name], [called, called])
  // Answers stay with their photo; the signature is removed.
  const answers = await db
    .selectFrom('doc_answers')
    .where('doc_id', '=', doc)
    .where('user_id', '=', id)
    .select(['data', 'is_filled'])
    .executeTakeFirstOrThrow()
  assert.equal(answers.is_filled, false)
  for (const { data } of [answers, ...rounds.results.people])
    assert.deepEqual(Object.keys(data).sort(), ['Foto', 'Wo'])
  assert.equal((await clara.get(String(answers.data['Foto']))).status, 200)

  for (const [what, body] of [
    ['username', { username: 'ibrahim' }],
    ['privileges', { is_admin: true }],
    ['password', { password: 'ein-neuer-vorhang' }],
  ] as const)
    assert.equal((await clara.send('PATCH', `/users/${id}/${what}/`, body)).status, 409, what)
})

test('no sync brings an anonymous person back; whom the planner names again is somebody new', async () => {
  const id = idOf(cast.ibrahim)
  const count = async () => (await db.selectFrom('users').select('id').execute()).length
  const before = await count()
  await syncUsers(kontor.kontor, null)
  assert.equal(await count(), before)
  simulator.users = generatePeople(12)
  await syncUsers(kontor.kontor, null)
  assert.equal(await count(), before + 1)
  const { username, persplan_id, is_active } = await db
    .selectFrom('users')
    .where('id', '=', id)
    .selectAll()
    .executeTakeFirstOrThrow()
  assert.deepEqual([username, persplan_id, is_active], [`Ehemalige Person ${id}`, null, false])
})

test('what the planner calls somebody in its plan does not come back to times whose name was taken out', async () => {
  const plan = (part: string): PlannedHappening[] => [
    {
      id: 'fest',
      name: 'Fest',
      ...emptyHappeningTexts,
      date: '2027-03-01',
      subhappenings: [
        {
          id: 'fest-1',
          name: part,
          entries: [
            {
              id: 'fest-1-1',
              ...emptyPlannerTexts,
              personalnummer: '1006',
              first_name: 'Frieda',
              last_name: 'Groß',
              aufgabe: part,
              soll_von: null,
              soll_bis: null,
              ist_von: null,
              ist_bis: null,
            },
          ],
        },
      ],
    },
  ]
  const window = { start_date: '2027-03-01', end_date: '2027-03-02' }
  simulator.happenings = plan('Tor')
  await syncHappenings(kontor.kontor, window, null)
  const id = idOf(cast.frieda)
  await db.updateTable('users').set({ is_active: false }).where('id', '=', id).execute()
  ok(await clara.send('POST', `/users/${id}/anonymisation/`, { messages: true, answers: true }))
  assert.equal((await syncHappenings(kontor.kontor, window, null)).outcome, 'nothing')
  simulator.happenings = plan('Tür')
  await syncHappenings(kontor.kontor, window, null)
  const entry = await db
    .selectFrom('time_entries')
    .where('planner_id', '=', 'fest-1-1')
    .selectAll()
    .executeTakeFirstOrThrow()
  assert.deepEqual(
    [entry.aufgabe, entry.last_name, entry.first_name, entry.personalnummer],
    ['Tür', `Ehemalige Person ${id}`, null, null],
  )
})

test('hours under somebody’s number are theirs only beside their name, and never those of another company’s people', async () => {
  const { vorname, nachname } = cast.hannah
  await db.deleteFrom('time_entries').where('last_name', '=', nachname).execute()
  const entry = async (planned: {
    personalnummer: string | null
    last_name: string | null
    first_name: string | null
    subcontractor?: string
  }) => {
    const sub = await db.selectFrom('subhappenings').select('id').orderBy('id').executeTakeFirstOrThrow()
    const row = { subhappening_id: sub.id, planner_id: `hannah-${JSON.stringify(planned)}`, ...planned }
    const { id } = await db.insertInto('time_entries').values(row).returning('id').executeTakeFirstOrThrow()
    return id
  }
  const named = { last_name: nachname, first_name: vorname }
  const theirs = [
    await entry({ personalnummer: '1008', ...named }),
    await entry({ personalnummer: '1008', last_name: nachname, first_name: null }),
    await entry({ personalnummer: null, ...named }),
  ]
  const strangers = [
    await entry({ personalnummer: '1008', ...named, subcontractor: 'Bühnenbau Nord' }),
    await entry({
      personalnummer: '1008',
      last_name: 'Fremd',
      first_name: 'Finn',
      subcontractor: 'Bühnenbau Nord',
    }),
    await entry({ personalnummer: '1008', last_name: 'Anders', first_name: vorname }),
    await entry({ personalnummer: 'P1008', last_name: 'Anders', first_name: null }),
    await entry({ personalnummer: '1008', last_name: nachname, first_name: 'Henriette' }),
    await entry({ personalnummer: null, last_name: nachname, first_name: null }),
  ]
  const id = idOf(cast.hannah)
  const exported = partsOf(await clara.get(`/users/${id}/data/json/`)).get('times')
  assert.deepEqual(
    exported?.map((row) => Number(row['id'])).sort((a, b) => a - b),
    theirs,
  )

  await db.updateTable('users').set({ is_active: false }).where('id', '=', id).execute()
  const { stays, personnel_numbers } = await preview(id)
  const counted = new Map(stays.map(({ name, count }) => [name, count]))
  assert.deepEqual(
    [personnel_numbers, counted.get('times'), counted.get('times_of_other_name')],
    [['1008'], 3, 3],
  )
  const namesOf = (ids: number[]) =>
    db
      .selectFrom('time_entries')
      .where('id', 'in', ids)
      .select(['id', 'last_name', 'first_name', 'personalnummer'])
      .orderBy('id')
      .execute()
  const before = await namesOf(strangers)
  ok(await clara.send('POST', `/users/${id}/anonymisation/`, nothing))
  assert.deepEqual(await namesOf(strangers), before)
  for (const { last_name, first_name, personalnummer } of await namesOf(theirs))
    assert.deepEqual([last_name, first_name, personalnummer], [`Ehemalige Person ${id}`, null, null])
})

test('where it is wanted, messages and answers go with the person', async () => {
  const { doc, direct } = await live(cast.elif)
  const id = idOf(cast.elif)
  await answerInPictures(id, doc, 'gez. Elif')
  await db.updateTable('users').set({ is_active: false }).where('id', '=', id).execute()
  const before = await preview(id, { messages: 1, answers: 1 })
  const done = ok(await clara.send('POST', `/users/${id}/anonymisation/`, { messages: true, answers: true }))
  assert.deepEqual(done['goes'], before.goes)
  assert.doesNotMatch(await everywhere(), /elif|yıldız|Unter uns\)?,.*elif/iu)
  const left = await db.selectFrom('chat_messages').where('user_id', '=', id).select('id').execute()
  const { results } = await db
    .selectFrom('doc_rounds')
    .where('doc_id', '=', doc)
    .select('results')
    .executeTakeFirstOrThrow()
  assert.deepEqual([left, results.people], [[], []])
  assert.deepEqual(await db.selectFrom('doc_photos').where('user_id', '=', id).select('id').execute(), [])
  assert.ok((await anna.get(`/chat/direct/${direct}/`)).text.includes('Annas Wort'))
})

test('nobody else may be called like an anonymous person', async () => {
  for (const username of ['Ehemalige Person 12', 'ehemalige  person 3'])
    assert.equal((await clara.send('POST', '/users/', { username })).status, 422, username)
})

test('a deleted user stands in rounds without the name, too', async () => {
  const { doc } = await live(cast.georg)
  await db.updateTable('users').set({ persplan_id: null }).where('id', '=', idOf(cast.georg)).execute()
  ok(await clara.send('DELETE', `/users/${idOf(cast.georg)}/`))
  const { results } = await db
    .selectFrom('doc_rounds')
    .where('doc_id', '=', doc)
    .select('results')
    .executeTakeFirstOrThrow()
  assert.deepEqual(
    results.people.map(({ display_name }) => display_name),
    ['Gelöschter Benutzer'],
  )
})

test('times are somebody’s by name and number, and nobody’s where these do not tell two people apart', () => {
  const inList = ['P17', '17', '4711']
  const cases: [found: string[], isAlone: boolean, numbers: string[], byName: boolean][] = [
    [['17'], true, ['17'], true],
    [['17', '18'], true, ['17'], true],
    [['4711', '17'], false, ['4711', '17'], false],
    [['99'], true, ['99'], true],
    [['99'], false, [], false],
    [['98', '99'], true, [], false],
    [[], true, [], true],
    [[], false, [], false],
  ]
  for (const [found, isAlone, numbers, byName] of cases) {
    const beside = found.map((number) => ({ number, isInList: inList.includes(number) }))
    const { unclear, ...told } = attributeNumbers(beside, isAlone)
    assert.deepEqual(told, { numbers, byName }, JSON.stringify([found, isAlone]))
    assert.deepEqual(unclear, numbers.length === 0 && !byName ? found : [])
  }
})
