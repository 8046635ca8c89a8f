import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import readSheets from 'read-excel-file/node'
import type { AuditItem } from '#contract/audit.ts'
import { numberField, paragraph, processOf } from '#contract/document/build.ts'
import { auditKinds } from '#contract/words/audit.ts'
import { cast, demoPassword } from '#demo/cast.ts'
import { buildApp } from '#server/app.ts'
import { cleanUp } from '#server/clean-up.ts'
import { testApp } from '#server/testing/app.ts'
import { insertHappening } from '#server/testing/happenings.ts'
import { knownActions, prefixesOf, sentenceOf } from './actions.ts'
import { floodLimits } from './flood.ts'
import { toFilter } from './read-audit.ts'
import { streamAudit } from './store.ts'

const kontor = await testApp()
after(() => kontor[Symbol.asyncDispose]())
const { db } = kontor.kontor
const clara = await kontor.as(cast.clara)
const anna = await kontor.as(cast.anna)
const annaId = await kontor.userId(cast.anna)
const claraId = await kontor.userId(cast.clara)

const list = async (query: Record<string, string> = {}) => {
  await kontor.app.refusals.flush()
  const { status, body } = await clara.get('/audit/', { query: { per_page: '200', ...query } })
  assert.equal(status, 200, JSON.stringify(body))
  return body as { items: AuditItem[]; pages: number; more: boolean }
}
const actions = async (query: Record<string, string>) => (await list(query)).items.map(({ action }) => action)
const newDoc = async (name: string) => (await clara.send('POST', '/docs/', { name })).body['doc_id'] as number
const asSet = (words: string[]) => [...new Set(words)].sort()

test('an administrator reads who did what to what, from where, in a German sentence', async () => {
  const id = await newDoc('Abbau der Bühne')
  await clara.send('PUT', `/docs/${id}/status/`, { status: 'Aktiv' }, { address: '198.51.100.7' })
  const [item] = (await list({ object: `doc ${id}` })).items
  assert.deepEqual(
    { ...item, id: 0, at: '' },
    {
      id: 0,
      at: '',
      user_id: claraId,
      display_name: 'Clara Döring',
      action: 'doc.status',
      sentence: 'Den Status von „Entwurf“ auf „Aktiv“ gesetzt.',
      objects: [{ kind: 'doc', id, name: 'Abbau der Bühne', happening_id: null }],
      more_objects: 0,
      address: '198.51.100.7',
    },
  )
})

test('what somebody does to the chat of a group leads to that group', async () => {
  const { id } = await db
    .selectFrom('groups')
    .where('name', '=', 'Bühne')
    .select('id')
    .executeTakeFirstOrThrow()
  await clara.send('PATCH', `/chat/groups/${id}/admin_settings/`, { visible: true })
  const [item] = (await list({ object: `group ${id}` })).items
  assert.equal(item?.sentence, 'Einen Chat gezeigt.')
  assert.deepEqual(item.objects, [{ kind: 'group', id, name: 'Bühne', happening_id: null }])
})

test('the newest stands first, or the oldest, and page by page nothing is left out or doubled', async () => {
  const id = await newDoc('Seiten')
  for (let at = 0; at < 6; at++) await clara.send('PUT', `/docs/${id}/name/`, { name: `Seiten ${at}` })
  const object = `doc ${id}`
  const all = (await list({ object })).items.map((item) => item.id)
  const up = (await list({ object, order_by: '+at' })).items.map((item) => item.id)
  assert.deepEqual(up.toReversed(), all)
  const paged: number[] = []
  for (let page = 0; page < 4; page++)
    paged.push(...(await list({ object, page: String(page), per_page: '2' })).items.map((item) => item.id))
  assert.deepEqual(paged, all)
})

test('the list is narrowed by person, object, kind and days', async () => {
  const id = await newDoc('Gefiltert')
  await anna.send('POST', '/chat/direct/', { user_id: claraId })
  const ofAnna = (await list({ user_id: String(annaId) })).items.map(({ user_id }) => user_id)
  assert.deepEqual([...new Set(ofAnna)], [annaId])
  assert.deepEqual(await actions({ object: `doc ${id}` }), ['doc.create'])
  assert.deepEqual(asSet((await actions({ kind: 'Prozesse' })).map((action) => action.split('.')[0] ?? '')), [
    'doc',
  ])
  const today = Temporal.Now.plainDateISO(kontor.kontor.config.timeZone)
  const tomorrow = today.add({ days: 1 }).toString()
  assert.deepEqual(await actions({ object: `doc ${id}`, date_start: tomorrow }), [])
  const around = { date_start: today.subtract({ days: 1 }).toString(), date_end: tomorrow }
  assert.deepEqual(await actions({ object: `doc ${id}`, ...around }), ['doc.create'])
  for (const query of [
    { kind: 'Wetter' },
    { object: 'cat 7' },
    { date_start: '2026-02-31' },
    { order_by: '+user_id' },
  ])
    assert.equal((await clara.get('/audit/', { query })).status, 422)
})

test('persons, groups, processes and happenings are found by their names', async () => {
  await newDoc('Zimmerservice')
  const { body } = await clara.get('/audit/objects/', { query: { filter: 'zimmerserv' } })
  const items = body['items'] as AuditItem['objects']
  assert.deepEqual(
    items.map(({ kind, name }) => [kind, name]),
    [['doc', 'Zimmerservice']],
  )
  const found = await clara.get('/audit/objects/', { query: { filter: 'Döring' } })
  assert.deepEqual((found.body['items'] as AuditItem['objects'])[0]?.id, claraId)
  const one = await clara.get(`/audit/objects/user/${claraId}/`)
  assert.equal(one.body['name'], 'Clara Döring')
  assert.equal((await clara.get('/audit/objects/user/999999/')).status, 404)
})

test('who was deleted keeps the name by which the log knows them', async () => {
  const { body } = await clara.send('POST', '/users/', { username: 'vorübergehend' })
  const id = body['user_id'] as number
  await clara.send('DELETE', `/users/${id}/`)
  const [last] = (await list({ object: `user ${id}` })).items
  assert.deepEqual([last?.action, last?.objects[0]?.name], ['user.delete', 'vorübergehend'])
})

test('a failed login shows the account that it was about, and never the name that was typed', async () => {
  const nobody = kontor.client()
  const address = '203.0.113.9'
  await nobody.send('POST', '/auth/login/', { username: 'anna', password: 'geraten' }, { address })
  await nobody.send('POST', '/auth/login/', { username: 'Passwort123', password: 'anna' }, { address })
  const failed = (await list({ kind: 'Ablehnungen' })).items.filter((item) => item.address === address)
  assert.deepEqual(
    failed.map(({ action, objects }) => [action, objects.map(({ id }) => id)]),
    [
      ['refused.login_failed', []],
      ['refused.login_failed', [annaId]],
    ],
  )
  const { rows } = await sql<{ row: string }>`select audit::text as row from audit`.execute(db)
  assert.ok(!rows.some(({ row }) => row.includes('Passwort123') || row.includes('geraten')))
})

test('refusals leave a row with who asked, from where, for what', async () => {
  const id = await newDoc('Geheim')
  const address = '203.0.113.20'
  const asking = { address }
  await anna.get(`/docs/${id}/`, asking)
  await anna.get('/users/', asking)
  await anna.send('POST', '/docs/', { name: 'x' }, { address, headers: { 'sec-fetch-site': 'cross-site' } })
  await kontor.client(`session=${'A'.repeat(43)}`).get('/docs/', asking)
  // Not recorded: an app that asks whether somebody is signed in, without a session cookie.
  await kontor.client('theme=dark').get('/users/current/', asking)
  await anna.send(
    'PATCH',
    '/users/current/password/',
    { password: demoPassword + 'x', current_password: 'falsch' },
    asking,
  )
  const seen = (await list({ kind: 'Ablehnungen' })).items.filter((item) => item.address === address)
  assert.deepEqual(
    seen
      .map(({ action, user_id, objects }) => [
        action,
        user_id,
        objects.map(({ kind, id }) => `${kind} ${id}`),
      ])
      .toReversed(),
    [
      ['refused.not_found', annaId, [`doc ${id}`]],
      ['refused.forbidden', annaId, []],
      // Refused before the session is looked up, so the row names no user.
      ['refused.foreign_origin', null, []],
      ['refused.unauthorized', null, []],
      ['refused.wrong_password', annaId, []],
    ],
  )
})

test('asking whether somebody is signed in, and what is not there for anybody, leaves no row', async () => {
  const address = '203.0.113.30'
  await kontor.client().get('/users/current/', { address })
  await kontor.client().get('/wp-login.php', { address })
  assert.ok((await list({ kind: 'Ablehnungen' })).items.every((item) => item.address !== address))
})

test('many refusals are a few rows and a number', async () => {
  const address = '203.0.113.40'
  for (let times = 0; times < 30; times++) await anna.get('/users/', { address })
  kontor.app.refusals.endMinute()
  const rows = (await list({ kind: 'Ablehnungen' })).items.filter((item) => item.address === address)
  assert.equal(rows.length, floodLimits.each + 1)
  assert.equal(rows[0]?.sentence, 'Noch 25-mal in dieser Minute: Ohne Berechtigung.')
})

test('no row is ever changed, and none is taken away before its time, whoever tries', async () => {
  const never = /only ever added to/
  await assert.rejects(db.updateTable('audit').set({ action: 'nothing' }).execute(), never)
  await assert.rejects(db.deleteFrom('audit').execute(), never)
  await assert.rejects(sql`truncate audit`.execute(db), never)
  await assert.rejects(
    db.transaction().execute(async (tx) => {
      await sql`select set_config('kontor.cleans_audit', 'yes', true)`.execute(tx)
      await tx.deleteFrom('audit').execute()
    }),
    never,
  )
})

test('rows go after two years, refusals after ninety days', async () => {
  const past = (days: number, action: string) => ({
    at: sql<Date>`now() - make_interval(days => ${days})`,
    user_id: null,
    action,
    subject: '{}',
    address: 'alt',
  })
  await db
    .insertInto('audit')
    .values([
      past(729, 'doc.delete'),
      past(731, 'doc.create'),
      past(89, 'refused.forbidden'),
      past(91, 'refused.not_found'),
    ])
    .execute()
  await cleanUp(kontor.kontor)
  const rows = await db
    .selectFrom('audit')
    .where('address', '=', 'alt')
    .select('action')
    .orderBy('id')
    .execute()
  assert.deepEqual(
    rows.map(({ action }) => action),
    ['doc.delete', 'refused.forbidden'],
  )
})

test('the log is taken along as Excel, whole and with its filter, and that stands in it', async () => {
  const id = await newDoc('Für Excel')
  const taken = async (query: Record<string, string>) => {
    const { statusCode, headers, rawPayload } = await kontor.app.inject({
      url: '/audit/excel/',
      query,
      headers: { cookie: clara.cookie ?? '' },
    })
    assert.equal(statusCode, 200)
    assert.match(String(headers['content-disposition']), /Protokoll.*\.xlsx/)
    const [sheet] = await readSheets(rawPayload)
    const [head = [], ...rows] = sheet?.data ?? []
    return rows.map((row) => Object.fromEntries(head.map((name, at) => [String(name), row[at]])))
  }
  const shown = (await list({ object: `doc ${id}` })).items
  assert.deepEqual(
    (await taken({ object: `doc ${id}` })).map((row) => [row['Was'], row['Worum es geht'], row['Vorgang']]),
    shown.map(({ sentence, action }) => [sentence, 'Für Excel', action]),
  )
  const whole = await taken({})
  const rows = await db.selectFrom('audit').select('action').execute()
  assert.deepEqual(whole.map((row) => String(row['Vorgang'])).sort(), rows.map(({ action }) => action).sort())
  assert.equal(rows.filter(({ action }) => action === 'audit.export').length, 2)
})

test('what changes rights is told in the log at once, with ids and without names', async () => {
  const lines: string[] = []
  const config = { ...kontor.kontor.config, logLevel: 'warn' as const }
  const app = await buildApp(
    { ...kontor.kontor, config },
    { log: { write: (line) => void lines.push(line) } },
  )
  const send = (method: 'POST' | 'PATCH', url: string, payload: object, cookie = clara.cookie) =>
    app.inject({ method, url, payload, headers: { cookie: cookie ?? '' }, remoteAddress: '198.51.100.7' })
  const { user_id } = (await send('POST', '/users/', { username: 'neue Person' })).json<{ user_id: number }>()
  await send('PATCH', `/users/${user_id}/privileges/`, { is_admin: true })
  await send('PATCH', `/users/${user_id}/privileges/`, { is_admin: true }, anna.cookie)
  await app.close()
  const told = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  const common = { user_id: claraId, address: '198.51.100.7', account_id: user_id }
  assert.deepEqual(
    told.map(
      ({ event, user_id, address, account_id, is_admin, status, route }) =>
        JSON.parse(
          JSON.stringify({ event, user_id, address, account_id, is_admin, status, route }),
        ) as unknown,
    ),
    [
      { event: 'user.create', ...common },
      { event: 'user.privileges', ...common, is_admin: true },
      {
        event: 'refused.forbidden',
        user_id: annaId,
        address: '198.51.100.7',
        account_id: user_id,
        status: 403,
        route: 'PATCH /users/:user_id/privileges/',
      },
    ].map((line) => JSON.parse(JSON.stringify(line)) as unknown),
  )
  assert.ok(!lines.join('').includes('neue Person'))
})

test('every sentence is one, whatever a row holds', () => {
  for (const action of [...knownActions, 'refused.something_new', 'else.new'])
    for (const subject of [
      {},
      { count: 7 },
      { user_ids: [1], fields: ['a'], from: 'a', to: 'b', start_date: '2026-11-21' },
    ]) {
      const sentence = sentenceOf(action, subject)
      assert.match(sentence, /^[\p{Lu}\d].*(\.|:.*)$/u)
      assert.doesNotMatch(sentence, /undefined|NaN|\[object/)
    }
})

test('who enters, renames or sets what is so already leaves no row, of whatever kind it is', async () => {
  const doc = await newDoc('Gleich')
  await clara.send('PATCH', `/docs/${doc}/`, { content: processOf(paragraph(numberField('Summe'))) })
  await clara.send('PUT', `/docs/${doc}/status/`, { status: 'Aktiv' })
  await clara.send('PUT', `/docs/${doc}/visibility/public/`, { public: true })
  await clara.send('PUT', '/groups/custom/Gleiche/')
  const { id, sub } = await insertHappening(db, { recorders: [annaId] })
  const { id: room } = await db
    .selectFrom('groups')
    .where('name', '=', 'Bühne')
    .select('id')
    .executeTakeFirstOrThrow()
  const acts: [method: 'POST' | 'PUT' | 'PATCH', path: string, body?: object][] = [
    ['PATCH', `/docs/${doc}/currentuserdata/`, { data: { Summe: 7 } }],
    ['PUT', `/docs/${doc}/name/`, { name: 'Gleich' }],
    ['PUT', `/docs/${doc}/status/`, { status: 'Aktiv' }],
    ['PUT', `/docs/${doc}/visibility/public/`, { public: true }],
    ['PUT', `/docs/${doc}/visibility/groups/`, { groups: [] }],
    ['PATCH', `/users/${annaId}/privileges/`, { is_admin: false }],
    ['PATCH', '/groups/custom/Gleiche/rename/Gleiche/'],
    ['PATCH', `/users/${annaId}/username/`, { username: 'anna' }],
    ['PUT', `/happenings/${id}/subhappenings/${sub}/users/`, { user_ids: [annaId] }],
    ['PATCH', `/happenings/${id}/`, { status: 'Aktiv' }],
    ['PATCH', `/chat/groups/${room}/settings/`, { noise_level: 'mute' }],
    ['PATCH', `/chat/groups/${room}/admin_settings/`, { visible: true }],
  ]
  const make = async () => {
    for (const [method, path, body] of acts) {
      const { status, text } = await clara.send(method, path, body)
      assert.equal(status, 200, `${method} ${path}: ${text}`)
    }
    return (await list()).items.length
  }
  const once = await make()
  assert.equal(await make(), once)
})

test('each row is found by one filter, whatever it tells of', () => {
  const prefixes = auditKinds.flatMap(prefixesOf)
  assert.equal(new Set(prefixes).size, prefixes.length)
})

test('one and many are said as people say them, and quotes within quotes are single ones', () => {
  const said = (action: string, subject: Record<string, unknown>) => sentenceOf(action, subject)
  assert.equal(
    said('assignment.grant', { user_ids: [1], group_ids: [2] }),
    'Einem Benutzer eine Gruppe zugewiesen.',
  )
  assert.equal(
    said('assignment.remove', { user_ids: [1, 2], group_ids: [2, 3, 4] }),
    '2 Benutzern 3 Gruppen entzogen.',
  )
  assert.equal(
    said('happening.status', { happening_ids: [1], status: 'Aktiv' }),
    'Den Status von einer Veranstaltung auf „Aktiv“ gesetzt.',
  )
  const run = (rule: string, removed: number) => said('retention.run', { rule, months: 1, removed })
  assert.equal(run('messages', 1), 'Nach einem Monat gelöscht: 1 Nachricht.')
  assert.equal(run('history', 2), 'Nach einem Monat gelöscht: 2 Einträge im Verlauf der Zeiten.')
  assert.equal(run('deactivated', 1), 'Nach einem Monat anonymisiert: 1 deaktivierte Person.')
  assert.equal(said('doc.create', { name: 'Der „neue“ Plan' }), 'Den Prozess „Der ‚neue‘ Plan“ angelegt.')
  assert.equal(
    said('refused.unauthorized', { route: 'GET /users/' }).split('.')[0],
    'Nicht angemeldet, oder die Sitzung war schon beendet',
  )
})

test('in a log of years nobody leafs without end, and taken along it has every row once, the newest first', async () => {
  await sql`insert into audit (at, action, subject)
    select now() - make_interval(mins => n), 'group.create', '{}' from generate_series(1, 12000) as n`.execute(
    db,
  )
  const last = await list({ kind: 'Gruppen', per_page: '50', page: '1000000' })
  assert.deepEqual([last.items, last.pages, last.more], [[], 200, true])
  const wanted = toFilter({ object: '', kind: 'Gruppen', date_start: '', date_end: '' })
  const rows = (await Array.fromAsync(streamAudit(db, wanted, kontor.kontor.config.timeZone))).flat()
  const count = await db
    .selectFrom('audit')
    .where('action', 'like', 'group.%')
    .select(sql<number>`count(*)`.as('rows'))
    .executeTakeFirstOrThrow()
  assert.deepEqual([rows.length, new Set(rows.map(({ id }) => id)).size], [count.rows, count.rows])
  assert.deepEqual(
    rows.map(({ at }) => at.getTime()),
    rows.map(({ at }) => at.getTime()).sort((one, other) => other - one),
  )
})
