// Every changing call writes a row to the audit log that names the user, or is recorded in a table of its own.
import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { after, test } from 'node:test'
import sharp from 'sharp'
import { cast, demoPassword } from '#demo/cast.ts'
import { sentenceOf } from '#server/audit/actions.ts'
import { codeOf, stepAt } from '#server/auth/second-factor/one-time-code.ts'
import { type Client, testApp } from '#server/testing/app.ts'
import { Authenticator } from '#server/testing/authenticator.ts'
import { insertHappening } from '#server/testing/happenings.ts'
import { type Call, calls, isSafe } from '../calls/calls.ts'
import { pathsOf, sampleOf } from '../calls/samples.ts'

const world = await testApp({ BACKUP_DIR: tmpdir() })
// Jobs must not end while this runs.
await world.worker.stop()
after(() => world[Symbol.asyncDispose]())
const { db } = world.kontor
/** Signs in anew for each call, since some calls end other sessions. */
const clara: Pick<Client, 'get' | 'send'> = {
  get: async (...asked) => (await world.as(cast.clara)).get(...asked),
  send: async (...asked) => (await world.as(cast.clara)).send(...asked),
}
const claraId = await world.userId(cast.clara)
const annaId = await world.userId(cast.anna)

/** Calls without an audit row, with the table or reason that makes it unnecessary. */
const ownRecord: Record<string, string> = {
  'chat.send': 'chat_messages: who said it and when; what is deleted leaves a row',
  'chat.edit': 'chat_wordings: how a message read before, for everybody in the room',
  'chat.react': 'chat_reactions: who and when',
  'chat.unreact': 'of one’s own reaction, which nobody is told of',
  'chat.read': 'how far somebody has read concerns nobody but them, and is moved by every look into a chat',
  'happenings.record': 'time_history: who changed which time when, from what to what',
  'users.keepListView': 'how somebody has left a list concerns nobody but them',
  'users.previewImport': 'changes nothing; says what a file would change',
  'publishing.remindPreview': 'changes nothing; says how many people would be reminded',
  'publishing.preview': 'changes nothing; says how many people would see a process',
  'invitations.open': 'changes nothing; says whom a link is for',
  'invitations.forgotten':
    'nobody is known to have asked: the mail that goes out leaves a row, and so does the new password',
  'providers.begin': 'nothing has happened yet: the browser is told where to go',
  'providers.link': 'begins what `finish` ends: server/providers/link-account.test.ts links and looks',
  'providers.unlink': 'needs a provider: server/providers/link-account.test.ts links and unlinks',
  'providers.finish': 'needs a provider: server/providers/sign-in.test.ts looks for the row of the login',
  'providers.logout': 'needs a provider: server/providers/logout.test.ts looks for its row',
  'passkeys.begin': 'a question to a browser, gone in minutes; the answer leaves a row',
  'passkeys.ask': 'nobody is known to have asked; whoever signs in leaves a row',
  'factors.begin': 'what is shown holds nothing until a code confirms it, which leaves a row',
  'operation.testMail': 'needs a mail server: server/status/test-mail.test.ts looks for its row',
  'push.test': 'changes nothing; a device of the person’s own shows a fixed text',
}

/** `cookie`: a further cookie of the browser, beside that of the session. */
type Try = [path: string, body?: unknown, cookie?: string]
type Creation = Parameters<Authenticator['create']>[0]
type Request = Parameters<Authenticator['get']>[0]
const number = (body: Record<string, unknown>, name: string) => body[name] as number
let names = 0
const newName = () => `Neu ${++names}`
const newDoc = async () => number((await clara.send('POST', '/docs/', { name: newName() })).body, 'doc_id')
const newUser = async () =>
  number((await clara.send('POST', '/users/', { username: newName() })).body, 'user_id')
const newGroup = async () => {
  const name = newName()
  await clara.send('PUT', `/groups/custom/${name}/`)
  return name
}
/** Challenge for a passkey. */
async function asked(path: string) {
  const { headers, body } = await clara.send('POST', path)
  return { cookie: String(headers['set-cookie']).split(';', 1).join(), options: body['options'] }
}
async function newPasskey() {
  const device = new Authenticator()
  const { cookie, options } = await asked('/passkeys/options/')
  const by = await world.as(cast.clara)
  const { body } = await world
    .client(`${by.cookie}; ${cookie}`)
    .send('POST', '/passkeys/', { name: 'Vorhang', ...device.create(options as Creation) })
  return { device, id: number(body, 'passkey_id') }
}
/** Code of a freshly set up app. */
async function newCode(): Promise<string> {
  await db.deleteFrom('one_time_codes').execute()
  await clara.send('POST', '/factors/codes/')
  const { secret } = await db.selectFrom('one_time_codes').select('secret').executeTakeFirstOrThrow()
  return codeOf(secret, stepAt(Date.now()) + 1)
}
const newWebhook = { address: 'https://empfang.example/kontor', events: ['people.changed'] }
const webhookId = async () => {
  await db.deleteFrom('webhooks').execute()
  return number((await clara.send('POST', '/webhooks/', newWebhook)).body, 'webhook_id')
}
const groupId = async (name: string) =>
  (await db.selectFrom('groups').where('name', '=', name).select('id').executeTakeFirstOrThrow()).id
const field = {
  type: 'process',
  content: [{ type: 'paragraph', content: [{ type: 'active', attrs: { type: 'text', name: 'Zahl' } }] }],
}
const image = `data:image/png;base64,${(
  await sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
).toString('base64')}`
const bodyOf = (name: string) => sampleOf(calls.find((call) => call.name === name)?.body ?? {})

async function handedInDoc(): Promise<number> {
  const doc_id = await newDoc()
  const shown = { public: true, groups: [], hand_in: 'plain' }
  await clara.send('POST', `/docs/${doc_id}/publish/`, shown)
  return doc_id
}

/** Calls that need prepared records to succeed. All others are tried with the smallest input. */
const tries: Record<string, () => Promise<Try>> = {
  'auth.login': async () => ['/auth/login/', { username: 'clara', password: demoPassword }],
  'auth.endSession': async () => {
    const { body } = await (await world.as(cast.clara)).get('/auth/sessions/')
    const session = (body['items'] as { id: number; is_this: boolean }[]).find(({ is_this }) => is_this)
    return [pathOf('auth.endSession', { session_id: session?.id })]
  },
  'passkeys.add': async () => {
    const { cookie, options } = await asked('/passkeys/options/')
    const made = new Authenticator().create(options as Creation)
    return ['/passkeys/', { name: newName(), ...made }, cookie]
  },
  'passkeys.rename': async () => [`/passkeys/${(await newPasskey()).id}/`, { name: newName() }],
  'passkeys.remove': async () => [`/passkeys/${(await newPasskey()).id}/`],
  'passkeys.logIn': async () => {
    const { device } = await newPasskey()
    const { cookie, options } = await asked('/auth/passkeys/options/')
    return ['/auth/passkeys/', device.get(options as Request), cookie]
  },
  'factors.turnOn': async () => ['/factors/codes/confirm/', { code: await newCode() }],
  'factors.renewRecovery': async () => {
    await clara.send('POST', '/factors/codes/confirm/', { code: await newCode() })
    return ['/factors/codes/recovery/']
  },
  'factors.turnOff': async () => {
    await clara.send('POST', '/factors/codes/confirm/', { code: await newCode() })
    return ['/factors/codes/']
  },
  'tokens.revoke': async () => {
    const made = await clara.send('POST', '/tokens/', { name: newName(), scopes: ['users:read'] })
    return [pathOf('tokens.revoke', { token_id: number(made.body, 'token_id') })]
  },
  'webhooks.change': async () => [`/webhooks/${await webhookId()}/`, { is_active: false }],
  'webhooks.remove': async () => [`/webhooks/${await webhookId()}/`],
  'webhooks.test': async () => [`/webhooks/${await webhookId()}/test/`],
  'webhooks.resend': async () => {
    const webhook_id = await webhookId()
    const { id } = await db
      .insertInto('webhook_deliveries')
      .values({ webhook_id, event: 'people.changed', body: '{}', state: 'failed' })
      .returning('id')
      .executeTakeFirstOrThrow()
    return [pathOf('webhooks.resend', { webhook_id, delivery_id: id })]
  },
  'users.removeFactors': async () => {
    await newPasskey()
    return [`/users/${claraId}/factors/`]
  },
  'users.create': async () => ['/users/', { username: newName() }],
  'users.remove': async () => [`/users/${await newUser()}/`],
  'users.rename': async () => [`/users/${await newUser()}/username/`, { username: newName() }],
  'users.changeName': async () => [
    `/users/${await newUser()}/name/`,
    { persplan_vorname: 'Mara', persplan_nachname: 'Neu' },
  ],
  'users.changeEmail': async () => [
    `/users/${await newUser()}/email/`,
    { email: 'vorhang@nordlicht.example' },
  ],
  'users.changePrivileges': async () => [`/users/${await newUser()}/privileges/`, { is_admin: true }],
  'users.changePassword': async () => [
    `/users/${await newUser()}/password/`,
    { password: 'ein-neuer-vorhang' },
  ],
  'users.assignMany': async () => [
    '/users/groups/',
    { user_ids: [await newUser()], group_ids: [await groupId(await newGroup())], granted: true },
  ],
  'users.assign': async () => [`/users/${annaId}/groups/${await newGroup()}/`],
  'users.unassign': async () => {
    const path = `/users/${annaId}/groups/${await newGroup()}/`
    await clara.send('PUT', path)
    return [path]
  },
  'users.importPeople': async () => [
    '/users/import/',
    { file: Buffer.from(`Benutzername\n${newName()}\n`).toString('base64') },
  ],
  'users.massEdit': async () => ['/users/mass_edit/', { user_ids: [await newUser()], is_active: false }],
  'undo.undo': async () => {
    const act = { happening_ids: [(await insertHappening(db, {})).id], status: 'Inaktiv' }
    const { body } = await clara.send('POST', '/happenings/mass_edit/', act)
    return [`/undo/${number(body, 'undo_id')}/`]
  },
  'invitations.make': async () => ['/invitations/', { way: 'link', user_ids: [await newUser()] }],
  'invitations.accept': async () => {
    const { body } = await clara.send('POST', '/invitations/', { way: 'link', user_ids: [claraId] })
    const token = String(body['path']).split('#')[1]
    return ['/invitations/accept/', { token, password: demoPassword }]
  },
  'groups.create': async () => [`/groups/custom/${newName()}/`],
  'groups.remove': async () => [`/groups/custom/${await newGroup()}/`],
  'groups.rename': async () => [`/groups/custom/${await newGroup()}/rename/${newName()}/`],
  'docs.save': async () => [`/docs/${await newDoc()}/`, { content: field }],
  'versions.restore': async () => {
    const doc_id = await newDoc()
    await clara.send('PATCH', `/docs/${doc_id}/`, { content: field })
    return [pathOf('versions.restore', { doc_id, version: 1 })]
  },
  'versions.name': async () => [
    pathOf('versions.name', { doc_id: await newDoc(), version: 1 }),
    { name: newName() },
  ],
  'versions.unname': async () => {
    const path = pathOf('versions.unname', { doc_id: await newDoc(), version: 1 })
    await clara.send('PUT', path, { name: newName() })
    return [path]
  },
  'docs.remove': async () => [`/docs/${await newDoc()}/`],
  'docs.restore': async () => {
    const id = await newDoc()
    await clara.send('DELETE', `/docs/${id}/`)
    return [pathOf('docs.restore', { doc_id: id })]
  },
  'docs.copy': async () => [pathOf('docs.copy', { doc_id: await newDoc() })],
  'docs.rename': async () => [pathOf('docs.rename', { doc_id: await newDoc() }), { name: newName() }],
  'docs.setStatus': async () => [pathOf('docs.setStatus', { doc_id: await newDoc() }), { status: 'Aktiv' }],
  'docs.massEdit': async () => ['/docs/mass_edit/', { doc_ids: [await newDoc()], status: 'Aktiv' }],
  'docs.setPublic': async () => [pathOf('docs.setPublic', { doc_id: await newDoc() }), { public: true }],
  'docs.setGroups': async () => [
    pathOf('docs.setGroups', { doc_id: await newDoc() }),
    { groups: [await newGroup()] },
  ],
  'docs.answer': async () => {
    const doc_id = await newDoc()
    await clara.send('PATCH', `/docs/${doc_id}/`, { content: field })
    await clara.send('PUT', pathOf('docs.setStatus', { doc_id }), { status: 'Aktiv' })
    return [pathOf('docs.answer', { doc_id }), { data: { Zahl: 4711 } }]
  },
  'docs.handIn': async () => [pathOf('docs.handIn', { doc_id: await handedInDoc() }), {}],
  'docs.takeBack': async () => {
    const doc_id = await handedInDoc()
    await clara.send('POST', pathOf('docs.handIn', { doc_id }), {})
    return [pathOf('docs.takeBack', { doc_id })]
  },
  'docs.resetResults': async () => [pathOf('docs.resetResults', { doc_id: await newDoc() })],
  'publishing.publish': async () => [
    pathOf('publishing.publish', { doc_id: await newDoc() }),
    { public: true, groups: [] },
  ],
  'publishing.callOff': async () => [pathOf('publishing.callOff', { doc_id: await newDoc() })],
  'rounds.repeat': async () => [
    pathOf('rounds.repeat', { doc_id: await newDoc() }),
    { ...(bodyOf('rounds.repeat') as object), unit: 'month' },
  ],
  'rounds.stopRepeating': async () => [pathOf('rounds.stopRepeating', { doc_id: await newDoc() })],
  'publishing.remind': async () => {
    const doc_id = await newDoc()
    await clara.send('PATCH', `/docs/${doc_id}/`, { content: field })
    const shown = { public: false, groups: ['Verwaltung'] }
    await clara.send('POST', pathOf('publishing.publish', { doc_id }), shown)
    return [pathOf('publishing.remind', { doc_id }), {}]
  },
  'photos.upload': async () => {
    const doc_id = await newDoc()
    await clara.send('PUT', pathOf('docs.setStatus', { doc_id }), { status: 'Aktiv' })
    return [pathOf('photos.upload', { doc_id, photo_id: String(++names).padStart(22, '0') }), { image }]
  },
  'docs.uploadImage': async () => [pathOf('docs.uploadImage', { doc_id: await newDoc() }), { image }],
  'happenings.massEdit': async () => [
    '/happenings/mass_edit/',
    { happening_ids: [(await insertHappening(db, {})).id], status: 'Inaktiv' },
  ],
  'happenings.setStatus': async () => [
    `/happenings/${(await insertHappening(db, {})).id}/`,
    { status: 'Inaktiv' },
  ],
  'happenings.send': async () => {
    const { id, sub } = await insertHappening(db, { recorders: [claraId] })
    return [pathOf('happenings.send', { happening_id: id, subhappening_id: sub })]
  },
  'happenings.addPerson': async () => {
    const { times } = await insertHappening(db, {})
    return [times, { key: String(++names).padStart(32, '0'), last_name: newName() }]
  },
  'happenings.removePerson': async () => {
    const { times } = await insertHappening(db, {})
    const person = { key: String(++names).padStart(32, '0'), last_name: newName() }
    return [`${times}${number((await clara.send('POST', times, person)).body, 'timeentry_id')}/`]
  },
  'happenings.setRecorders': async () => {
    const { id, sub } = await insertHappening(db, {})
    return [
      pathOf('happenings.setRecorders', { happening_id: id, subhappening_id: sub }),
      { user_ids: [annaId] },
    ]
  },
  'chat.remove': async () => {
    const room = { kind: 'groups', room_id: await groupId(await newGroup()) }
    await clara.send('PUT', `/users/${claraId}/groups/Neu ${names}/`)
    const sent = await clara.send('POST', pathOf('chat.send', room), { message: 'Hallo' })
    return [pathOf('chat.remove', { ...room, message_id: number(sent.body, 'message_id') })]
  },
  'chat.settings': async () => [
    pathOf('chat.settings', { kind: 'groups', room_id: await groupId(await newGroup()) }),
    { noise_level: 'alert' },
  ],
  'chat.adminSettings': async () => [
    pathOf('chat.adminSettings', { kind: 'groups', room_id: await groupId(await newGroup()) }),
    { visible: false },
  ],
  'push.remove': async () => {
    await clara.send('POST', pathOf('push.subscribe', {}), bodyOf('push.subscribe'))
    const { body } = await clara.get(pathOf('push.devices', {}))
    const [device] = body['items'] as { id: number }[]
    return [pathOf('push.remove', { subscription_id: device?.id ?? 0 })]
  },
  'privacy.anonymise': async () => [
    pathOf('privacy.anonymise', { user_id: await newUser() }),
    { messages: true, answers: true },
  ],
  'shifts.endFeed': async () => {
    await clara.send('POST', '/shifts/feed/')
    return ['/shifts/feed/']
  },
  'privacy.setRetention': async () => ['/retention/', { rounds: 120 }],
}

function pathOf(name: string, ids: Record<string, unknown>): string {
  const found = calls.find((call) => call.name === name)
  assert.ok(found, name)
  return found.path.replace(/\{(\w+)\}/g, (_, id: string) => String(ids[id]))
}

async function newest(): Promise<number> {
  const row = await db
    .selectFrom('audit')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirst()
  return row?.id ?? 0
}

const unsafe = calls.filter((call) => !isSafe(call))

test('what is listed here is a call that changes something', () => {
  const known = [...Object.keys(tries), ...Object.keys(ownRecord)]
  assert.deepEqual(
    known.filter((name) => !unsafe.some((call) => call.name === name)),
    [],
  )
})

const sampled = async (call: Call): Promise<Try> => [
  (await pathsOf(world.kontor, call)).existing,
  call.body && sampleOf(call.body),
]

for (const call of unsafe.filter(({ name }) => !(name in ownRecord))) {
  const { name, method } = call

  test(`${method} ${call.path} leaves a row with who did it, and nothing of what was typed`, async () => {
    const [path, body, cookie] = await (tries[name]?.() ?? sampled(call))
    const before = await newest()
    const session: Client = await world.as(cast.clara)
    const by = cookie === undefined ? session : world.client(`${session.cookie}; ${cookie}`)
    const { status, text } = await by.send(method, path, body, { address: '198.51.100.7' })
    assert.equal(status, 200, text)
    const rows = await db.selectFrom('audit').where('id', '>', before).selectAll().execute()
    assert.ok(rows.length > 0, 'no row')
    for (const { user_id, address } of rows) assert.deepEqual([user_id, address], [claraId, '198.51.100.7'])
    assert.doesNotMatch(JSON.stringify(rows), /4711|vorhang|Hallo|data:image/)
    // The sentence shows a dash for a value that is missing in the row.
    for (const { action, subject } of rows)
      assert.doesNotMatch(sentenceOf(action, subject as Record<string, unknown>), /–/, action)
  })
}

const exported = {
  'docs.downloadResults': async () => pathOf('docs.downloadResults', { doc_id: await newDoc() }),
  'docs.pdf': async () => `${pathOf('docs.pdf', { doc_id: await newDoc() })}?results=1`,
  'happenings.excel': async () =>
    pathOf('happenings.excel', { happening_id: (await insertHappening(db, {})).id }),
  'users.exportPeople': async () => pathOf('users.exportPeople', {}),
  'audit.excel': async () => pathOf('audit.excel', {}),
  'privacy.jsonOfUser': async () => pathOf('privacy.jsonOfUser', { user_id: annaId }),
  'privacy.pdfOfUser': async () => pathOf('privacy.pdfOfUser', { user_id: annaId }),
  'privacy.ownJson': async () => pathOf('privacy.ownJson', {}),
}
for (const [name, path] of Object.entries(exported)) {
  test(`what ${name} hands out of other people leaves a row`, async () => {
    const asked = await path()
    const before = await newest()
    assert.equal((await clara.get(asked)).status, 200)
    const rows = await db.selectFrom('audit').where('id', '>', before).select(['action', 'user_id']).execute()
    assert.deepEqual(
      rows.map(({ action, user_id }) => [action.split('.')[1], user_id]),
      [['export', claraId]],
    )
  })
}
