// Every changing call writes a row to the audit log that names the user, or is recorded in a table of its own.
import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { after, test } from 'node:test'
import { cast, demoPassword } from '#demo/cast.ts'
import { sentenceOf } from '#server/audit/actions.ts'
import { computeCode, stepAt } from '#server/auth/second-factor/one-time-code.ts'
import { type Client, testApp } from '#server/testing/app.ts'
import { VirtualAuthenticator } from '#server/testing/authenticator.ts'
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

type Id = string | number | undefined
/** `cookie`: a further cookie of the browser, beside that of the session. */
type Try = { params?: Record<string, Id>; body?: unknown; cookie?: string }
type Creation = Parameters<VirtualAuthenticator['create']>[0]
type Request = Parameters<VirtualAuthenticator['get']>[0]
const number = (body: Record<string, unknown>, name: string) => body[name] as number
function callOf(name: string): Call {
  const found = calls.find((call) => call.name === name)
  assert.ok(found, name)
  return found
}
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
  const device = new VirtualAuthenticator()
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
  return computeCode(secret, stepAt(Date.now()) + 1)
}
const newWebhook = async () => {
  await db.deleteFrom('webhooks').execute()
  const { body } = await clara.send('POST', '/webhooks/', {
    address: 'https://empfang.example/kontor',
    events: ['people.changed'],
  })
  return number(body, 'webhook_id')
}
async function newHappening(recorders: number[] = []) {
  const { id, sub, times } = await insertHappening(db, { recorders })
  return { times, params: { happening_id: id, subhappening_id: sub } }
}
async function newToken() {
  const { body } = await clara.send('POST', '/tokens/', { name: newName(), scopes: ['users:read'] })
  return number(body, 'token_id')
}
async function newDevice() {
  const { path, body: sampled } = callOf('push.subscribe')
  await clara.send('POST', path, sampleOf(sampled ?? {}))
  const { body } = await clara.get('/users/current/pushsubscriptions/')
  return (body['items'] as { id: number }[])[0]?.id
}
const groupId = async (name: string) =>
  (await db.selectFrom('groups').where('name', '=', name).select('id').executeTakeFirstOrThrow()).id
const field = {
  type: 'process',
  content: [{ type: 'paragraph', content: [{ type: 'active', attrs: { type: 'text', name: 'Zahl' } }] }],
}
async function handedInDoc(): Promise<number> {
  const doc_id = await newDoc()
  const shown = { public: true, groups: [], hand_in: 'plain' }
  await clara.send('POST', `/docs/${doc_id}/publish/`, shown)
  return doc_id
}

/** A new record for a parameter of a path. Any other parameter names what the demo has. */
const records: Record<string, () => Promise<Id>> = {
  user_id: newUser,
  groupname: newGroup,
  newname: async () => newName(),
  room_id: async () => groupId(await newGroup()),
  doc_id: newDoc,
  passkey_id: async () => (await newPasskey()).id,
  token_id: newToken,
  webhook_id: newWebhook,
  subscription_id: newDevice,
}

/** Calls that need more than new records and the smallest body. */
const tries: Record<string, () => Promise<Try>> = {
  'auth.login': async () => ({ body: { username: 'clara', password: demoPassword } }),
  'auth.endSession': async () => {
    const { body } = await (await world.as(cast.clara)).get('/auth/sessions/')
    const session = (body['items'] as { id: number; is_this: boolean }[]).find(({ is_this }) => is_this)
    return { params: { session_id: session?.id } }
  },
  'passkeys.add': async () => {
    const { cookie, options } = await asked('/passkeys/options/')
    const made = new VirtualAuthenticator().create(options as Creation)
    return { body: { name: newName(), ...made }, cookie }
  },
  'passkeys.logIn': async () => {
    const { device } = await newPasskey()
    const { cookie, options } = await asked('/auth/passkeys/options/')
    return { body: device.get(options as Request), cookie }
  },
  'factors.turnOn': async () => ({ body: { code: await newCode() } }),
  'factors.renewRecovery': async () => {
    await clara.send('POST', '/factors/codes/confirm/', { code: await newCode() })
    return {}
  },
  'factors.turnOff': async () => {
    await clara.send('POST', '/factors/codes/confirm/', { code: await newCode() })
    return {}
  },
  'webhooks.change': async () => ({ body: { is_active: false } }),
  'webhooks.resend': async () => {
    const webhook_id = await newWebhook()
    const { id } = await db
      .insertInto('webhook_deliveries')
      .values({ webhook_id, event: 'people.changed', body: '{}', state: 'failed' })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { params: { webhook_id, delivery_id: id } }
  },
  'users.removeFactors': async () => {
    await newPasskey()
    return { params: { user_id: claraId } }
  },
  'users.create': async () => ({ body: { username: newName() } }),
  'users.rename': async () => ({ body: { username: newName() } }),
  'users.changeEmail': async () => ({ body: { email: 'vorhang@nordlicht.example' } }),
  'users.changePrivileges': async () => ({ body: { is_admin: true } }),
  'users.assignMany': async () => ({
    body: { user_ids: [await newUser()], group_ids: [await groupId(await newGroup())], granted: true },
  }),
  'users.unassign': async () => {
    const params = { user_id: annaId, groupname: await newGroup() }
    await clara.send('PUT', `/users/${annaId}/groups/${params.groupname}/`)
    return { params }
  },
  'users.importPeople': async () => ({
    body: { file: Buffer.from(`Benutzername\n${newName()}\n`).toString('base64') },
  }),
  'users.massEdit': async () => ({ body: { user_ids: [await newUser()], is_active: false } }),
  'undo.undo': async () => {
    const act = { happening_ids: [(await insertHappening(db, {})).id], status: 'Inaktiv' }
    const { body } = await clara.send('POST', '/happenings/mass_edit/', act)
    return { params: { undo_id: number(body, 'undo_id') } }
  },
  'invitations.make': async () => ({ body: { way: 'link', user_ids: [await newUser()] } }),
  'invitations.accept': async () => {
    const { body } = await clara.send('POST', '/invitations/', { way: 'link', user_ids: [claraId] })
    const token = String(body['path']).split('#')[1]
    return { body: { token, password: demoPassword } }
  },
  'groups.create': async () => ({ params: { groupname: newName() } }),
  'docs.save': async () => ({ body: { content: field } }),
  'versions.restore': async () => {
    const doc_id = await newDoc()
    await clara.send('PATCH', `/docs/${doc_id}/`, { content: field })
    return { params: { doc_id } }
  },
  'versions.unname': async () => {
    const doc_id = await newDoc()
    await clara.send('PUT', `/docs/${doc_id}/versions/1/name/`, { name: newName() })
    return { params: { doc_id } }
  },
  'docs.restore': async () => {
    const doc_id = await newDoc()
    await clara.send('DELETE', `/docs/${doc_id}/`)
    return { params: { doc_id } }
  },
  'docs.setStatus': async () => ({ body: { status: 'Aktiv' } }),
  'docs.massEdit': async () => ({ body: { doc_ids: [await newDoc()], status: 'Aktiv' } }),
  'docs.setGroups': async () => ({ body: { groups: [await newGroup()] } }),
  'docs.answer': async () => {
    const doc_id = await newDoc()
    await clara.send('PATCH', `/docs/${doc_id}/`, { content: field })
    await clara.send('PUT', `/docs/${doc_id}/status/`, { status: 'Aktiv' })
    return { params: { doc_id }, body: { data: { Zahl: 4711 } } }
  },
  'docs.handIn': async () => ({ params: { doc_id: await handedInDoc() } }),
  'docs.takeBack': async () => {
    const doc_id = await handedInDoc()
    await clara.send('POST', `/docs/${doc_id}/currentuserdata/hand_in/`, {})
    return { params: { doc_id } }
  },
  'publishing.remind': async () => {
    const doc_id = await newDoc()
    await clara.send('PATCH', `/docs/${doc_id}/`, { content: field })
    const shown = { public: false, groups: ['Verwaltung'] }
    await clara.send('POST', `/docs/${doc_id}/publish/`, shown)
    return { params: { doc_id } }
  },
  'photos.upload': async () => {
    const doc_id = await newDoc()
    await clara.send('PUT', `/docs/${doc_id}/status/`, { status: 'Aktiv' })
    return { params: { doc_id } }
  },
  'happenings.massEdit': async () => ({
    body: { happening_ids: [(await insertHappening(db, {})).id], status: 'Inaktiv' },
  }),
  'happenings.setStatus': async () => ({ body: { status: 'Inaktiv' } }),
  'happenings.send': async () => newHappening([claraId]),
  'happenings.addPerson': async () => newHappening(),
  'happenings.removePerson': async () => {
    const { times, params } = await newHappening()
    const person = { key: '1'.repeat(32), last_name: newName() }
    const { body } = await clara.send('POST', times, person)
    return { params: { ...params, timeentry_id: number(body, 'timeentry_id') } }
  },
  'happenings.setRecorders': async () => ({ ...(await newHappening()), body: { user_ids: [annaId] } }),
  'chat.remove': async () => {
    const name = await newGroup()
    const room_id = await groupId(name)
    await clara.send('PUT', `/users/${claraId}/groups/${name}/`)
    const { body } = await clara.send('POST', `/chat/groups/${room_id}/send_message/`, { message: 'Hallo' })
    return { params: { room_id, message_id: number(body, 'message_id') } }
  },
  'privacy.anonymise': async () => ({ body: { messages: true, answers: true } }),
  'shifts.endFeed': async () => {
    await clara.send('POST', '/shifts/feed/')
    return {}
  },
  'privacy.setRetention': async () => ({ body: { rounds: 120 } }),
}

async function pathOf(call: Call, ids: Record<string, Id> = {}): Promise<string> {
  let { path } = call
  for (const [hole, name = ''] of call.path.matchAll(/\{(\w+)\}/g)) {
    const id = ids[name] ?? (await records[name]?.())
    if (id !== undefined) path = path.replace(hole, String(id))
  }
  return (await pathsOf(world.kontor, { ...call, path })).existing
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

for (const call of unsafe.filter(({ name }) => !(name in ownRecord))) {
  const { name, method } = call

  test(`${method} ${call.path} leaves a row with who did it, and nothing of what was typed`, async () => {
    const { params, body = call.body && sampleOf(call.body), cookie } = (await tries[name]?.()) ?? {}
    const path = await pathOf(call, params)
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

const exported = [
  'docs.downloadResults',
  'docs.pdf',
  'happenings.excel',
  'users.exportPeople',
  'audit.excel',
  'privacy.jsonOfUser',
  'privacy.pdfOfUser',
  'privacy.ownJson',
]
for (const name of exported) {
  test(`what ${name} hands out of other people leaves a row`, async () => {
    // A process as PDF only names people with its answers.
    const asked = (await pathOf(callOf(name))) + (name === 'docs.pdf' ? '?results=1' : '')
    const before = await newest()
    assert.equal((await clara.get(asked)).status, 200)
    const rows = await db.selectFrom('audit').where('id', '>', before).select(['action', 'user_id']).execute()
    assert.deepEqual(
      rows.map(({ action, user_id }) => [action.split('.')[1], user_id]),
      [['export', claraId]],
    )
  })
}
