// People who are deleted or anonymised during their own calls, for every call that changes their data.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { api } from '#contract/api.ts'
import { paragraph, processOf, textareaField } from '#contract/document/build.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { cast, demoPassword } from '#demo/cast.ts'
import { insertSession } from '#server/auth/session-store.ts'
import { hashToken, newToken } from '#server/auth/sessions.ts'
import type { Tx } from '#server/db/connect.ts'
import { aboutUser, aboutUsers } from '#server/live/facts.ts'
import { changed, inTransaction, type News } from '#server/live/news.ts'
import { type TestAnswer, testApp } from '#server/testing/app.ts'
import { newDevice, registerDevice } from '#server/testing/devices.ts'
import { publishDoc } from '#server/testing/docs.ts'
import { removeUserIn } from '#server/users/change-users.ts'
import { insertUser } from '#server/users/store.ts'
import { anonymiseIn } from './anonymise.ts'

const kontor = await testApp({ PUBLIC_URL: 'https://kontor.example' })
after(() => kontor[Symbol.asyncDispose]())
const { db } = kontor.kontor
const clara = await kontor.as(cast.clara)
const claraId = await kontor.userId(cast.clara)
const bruno = await kontor.userId(cast.bruno)

const shown = { name: 'Rundgang', hand_in: 'plain' }
const doc = `/docs/${await publishDoc(clara, processOf(paragraph(textareaField('Wert'))), shown)}/`
const group = await db.selectFrom('groups').where('name', '=', 'Bühne').select('id').executeTakeFirstOrThrow()
await clara.send('PATCH', `/chat/groups/${group.id}/admin_settings/`, { visible: true })
const part = await db
  .selectFrom('subhappenings')
  .innerJoin('happenings', 'happenings.id', 'subhappenings.happening_id')
  .innerJoin('time_entries', 'time_entries.subhappening_id', 'subhappenings.id')
  .where('happenings.status', '=', 'Aktiv')
  .where('time_entries.submitted', '=', false)
  .select(['subhappenings.id', 'happening_id', 'time_entries.id as entry_id', 'soll_von'])
  .orderBy('time_entries.id')
  .executeTakeFirstOrThrow()
const times = `/happenings/${part.happening_id}/subhappenings/${part.id}/time/`

/** A node that receives no news of the change. */
const unheard = { db, news: { name: kontor.kontor.news.name, receive() {} } as unknown as News }

let people = 0
/** Creates a person who may make all of the calls, with data that these can change or delete. */
async function newPerson() {
  const username = `gast-${++people}`
  const token = newToken()
  const made = await inTransaction(kontor.kontor, async (tx) => {
    const id = (await insertUser(tx, {
      username,
      persplan_vorname: null,
      persplan_nachname: null,
      email: null,
    })) as number
    await sql`update users set password_hash = (select password_hash from users where id = ${bruno}) where id = ${id}`.execute(
      tx,
    )
    await insertSession(tx, hashToken(newToken()), id, 3_600)
    const other = await tx
      .selectFrom('sessions')
      .where('user_id', '=', id)
      .select('id')
      .executeTakeFirstOrThrow()
    await insertSession(tx, hashToken(token), id, 3_600)
    await sql`insert into memberships (user_id, group_id, override) values (${id}, ${group.id}, 'grant')`.execute(
      tx,
    )
    await tx.insertInto('subhappening_users').values({ user_id: id, subhappening_id: part.id }).execute()
    changed(tx, aboutUser(id), aboutUsers)
    return { id, other: other.id }
  })
  const client = kontor.client(`session=${token}`)
  const said = await client.send('POST', `/chat/groups/${group.id}/send_message/`, {
    message: 'Guten Abend',
    image: null,
  })
  await registerDevice(client)
  const answered = await client.send('PATCH', `${doc}currentuserdata/`, { data: { Wert: 'vorher' } })
  assert.deepEqual([said.status, answered.status], [200, 200], said.text + answered.text)
  const device = await db
    .selectFrom('push_subscriptions')
    .where('user_id', '=', made.id)
    .select('id')
    .executeTakeFirstOrThrow()
  return { ...made, client, message: Number(said.body['message_id']), device: device.id }
}
type Gone = Awaited<ReturnType<typeof newPerson>>

const grey =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=='

type Ask = (person: Gone) => [path: string, body?: object]
/** Every call with which people change their own data, with parameters for this person. */
const calls: Record<string, Ask> = {
  'auth.confirm': () => ['/auth/confirm/', { password: demoPassword }],
  'auth.endSession': ({ other }) => [`/auth/sessions/${other}/`],
  'auth.endOtherSessions': () => ['/auth/sessions/'],
  'passkeys.begin': () => ['/passkeys/options/'],
  'passkeys.rename': () => ['/passkeys/1/', { name: 'Telefon' }],
  'passkeys.remove': () => ['/passkeys/1/'],
  'factors.begin': () => ['/factors/codes/'],
  'factors.turnOn': () => ['/factors/codes/confirm/', { code: '123456' }],
  'factors.renewRecovery': () => ['/factors/codes/recovery/'],
  'factors.turnOff': () => ['/factors/codes/'],
  'users.keepListView': () => ['/users/current/lists/users/', { hidden: ['persplan_email'], search: {} }],
  'users.changeOwnPassword': () => ['/users/current/password/', { password: 'ein-neuer-vorhang' }],
  'docs.answer': () => [`${doc}currentuserdata/`, { data: { Wert: 'nachher' } }],
  'docs.handIn': () => [`${doc}currentuserdata/hand_in/`, {}],
  'docs.takeBack': () => [`${doc}currentuserdata/hand_in/`],
  'photos.upload': ({ id }) => [`${doc}photos/${String(id).padStart(22, 'A')}/`, { image: grey }],
  'happenings.send': () => [`/happenings/${part.id}/send_times/`],
  'happenings.record': () => [times, { items: [{ timeentry_id: part.entry_id, note: 'war da' }] }],
  'happenings.addPerson': ({ id }) => [times, { key: String(id).padStart(32, '0'), last_name: 'Neu' }],
  'happenings.removePerson': () => [`${times}${part.entry_id}/`],
  'chat.send': () => [`/chat/groups/${group.id}/send_message/`, { message: 'Bin gleich da', image: null }],
  'chat.edit': ({ message }) => [
    `/chat/groups/${group.id}/messages/${message}/`,
    { message: 'Guten Morgen' },
  ],
  'chat.react': ({ message }) => [`/chat/groups/${group.id}/messages/${message}/reactions/up/`],
  'chat.unreact': ({ message }) => [`/chat/groups/${group.id}/messages/${message}/reactions/up/`],
  'chat.remove': ({ message }) => [`/chat/groups/${group.id}/messages/${message}/`],
  'chat.read': ({ message }) => [`/chat/groups/${group.id}/read/`, { message_id: message }],
  'chat.settings': () => [`/chat/groups/${group.id}/settings/`, { noise_level: 'mute' }],
  'chat.startDirect': () => ['/chat/direct/', { user_id: bruno }],
  'push.subscribe': () => ['/users/current/pushsubscription/', newDevice()],
  'push.remove': ({ device }) => [`/users/current/pushsubscriptions/${device}/`],
  'push.test': () => ['/users/current/pushsubscription/test/'],
  'push.setPreferences': () => [
    '/users/current/pushwishes/',
    { quiet_from: null, quiet_until: null, recorder_duty: true, new_document: true, missing_times: true },
  ],
}
/**
 * Calls that are not tried here. The feed is only for people with shifts in the planner, who cannot be deleted.
 * The others need a signature of the browser, or a provider.
 */
const others = ['shifts.makeFeed', 'shifts.endFeed', 'passkeys.add', 'providers.link', 'providers.unlink']

const own = Object.entries(api).flatMap(([domain, declared]) =>
  Object.entries(declared as Record<string, Endpoint>)
    .filter(([, { may, method }]) => method !== 'GET' && (may === 'staff' || may === 'happenings'))
    .map(([name, endpoint]) => [`${domain}.${name}`, endpoint] as const),
)

test('each call with which people change something of their own is tried here', () => {
  assert.deepEqual(own.map(([name]) => name).sort(), [...Object.keys(calls), ...others].sort())
})

const ways: Record<'deleted' | 'anonymised', (tx: Tx, id: number) => Promise<unknown>> = {
  deleted: (tx, id) => removeUserIn(tx, { id: claraId }, id),
  anonymised: (tx, id) => anonymiseIn(tx, { by: claraId, id, wanted: { messages: true, answers: true } }),
}

/** True once the call waits for the removal in PostgreSQL; false if the call is answered without waiting. */
async function waits(answered: Promise<unknown>, removal: number): Promise<boolean> {
  let isAnswered = false
  void answered.finally(() => {
    isAnswered = true
  })
  for (;;) {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and ${removal}::int = any(pg_blocking_pids(pid))`.execute(db)
    if (rows.length > 0) return true
    if (isAnswered) return false
    await sleep(5)
  }
}

/**
 * One call for each way in which a call locks its caller: in its own transaction, by the session, as an author,
 * in a room.
 */
const waiting = ['docs.answer', 'users.changeOwnPassword', 'chat.send', 'chat.startDirect', 'push.subscribe']
for (const [name, { method }] of own.filter(([name]) => waiting.includes(name)))
  test(`${name} waits for a removal of its caller that is under way, and is answered 401 then`, async () => {
    const person = await newPerson()
    let running: Promise<TestAnswer> | undefined
    await inTransaction(kontor.kontor, async (tx) => {
      await ways.anonymised(tx, person.id)
      running = person.client.send(method, ...(calls[name] as Ask)(person))
      assert.ok(await waits(running, await pidOf(tx)), 'it was answered beside the removal')
      changed(tx, aboutUser(person.id), aboutUsers)
    })
    const answer = await running
    assert.deepEqual([answer?.status, answer?.body['detail']], [401, 'Unauthorized'], answer?.text ?? '')
    assert.deepEqual(await rowsOf(person.id), [], 'nothing of theirs is left')
  })

for (const [way, remove] of Object.entries(ways))
  test(`a call that was let in before its caller was ${way} fails with nothing but 401`, async () => {
    const person = await newPerson()
    // Without news, as if the notification were still on its way to this server.
    await inTransaction(unheard, (tx) => remove(tx, person.id))
    const reads = Object.entries(api).flatMap(([, declared]) =>
      Object.values(declared as Record<string, Endpoint>).filter(
        ({ may, method, path }) =>
          method === 'GET' && may !== 'everyone' && may !== 'admin' && !path.includes('{'),
      ),
    )
    assert.ok(reads.length > 10)
    for (const path of [...reads.map(({ path }) => path), `/chat/groups/${group.id}/`]) {
      const { status, text } = await person.client.get(path, { query: { filter: 'a' } })
      assert.ok([200, 304, 401].includes(status) || status === 422, `${path}: ${status} ${text}`)
    }
    for (const [name, { method }] of own.filter(([name]) => name in calls)) {
      const { status, text } = await person.client.send(method, ...(calls[name] as Ask)(person))
      assert.equal(status, 401, `${name}: ${text}`)
    }
    assert.deepEqual(await rowsOf(person.id), [], 'nothing of theirs is left')
  })

async function pidOf(tx: Tx): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
  return rows[0]?.pid ?? 0
}

/** Rows that require an active user. */
async function rowsOf(id: number): Promise<string[]> {
  const left: string[] = []
  for (const table of [
    'sessions',
    'push_subscriptions',
    'push_wishes',
    'chat_marks',
    'list_views',
    'passkeys',
    'passkey_challenges',
    'one_time_codes',
    'doc_answers',
    'doc_photos',
    'chat_reactions',
    'chat_messages',
  ] as const) {
    const { rows } = await sql`select from ${sql.table(table)} where user_id = ${id}`.execute(db)
    if (rows.length > 0) left.push(table)
  }
  return left
}
