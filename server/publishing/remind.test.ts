import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { paragraph, processOf, textareaField } from '#contract/document/build.ts'
import type { SkippedReminders } from '#contract/publishing.ts'
import { cast, emailOf } from '#demo/cast.ts'
import { limits } from '#server/http/limits.ts'
import { type Client, testApp } from '#server/testing/app.ts'
import { trustLocalhost } from '#server/testing/certificate.ts'
import { registerDevice } from '#server/testing/devices.ts'
import { onlyForGroups, publishDoc } from '#server/testing/docs.ts'
import { startMailServer } from '#server/testing/mail-server.ts'
import { mailReminderJob } from './mail-reminder.ts'

trustLocalhost()
const server = await startMailServer()
const settings = {
  SMTP_URL: `smtp://localhost:${server.port}`,
  MAIL_FROM: 'kontor@nordlicht.example',
  PUBLIC_URL: 'http://kontor.example',
}
// The real limits instead of the lenient ones of other tests, so that the limit of messages applies too.
const app = await testApp(settings, { limits })
after(async () => {
  await app[Symbol.asyncDispose]()
  await server.stop()
})
const { db } = app.kontor
// Jobs are inspected, not run.
await app.worker.stop()
const [anna, bruno, clara] = (await Promise.all(
  [cast.anna, cast.bruno, cast.clara].map((person) => app.as(person)),
)) as [Client, Client, Client]
const [annaId, brunoId, claraId] = (await Promise.all(
  [cast.anna, cast.bruno, cast.clara].map((person) => app.userId(person)),
)) as [number, number, number]
for (const who of [anna, bruno]) await registerDevice(who)
beforeEach(async () => {
  for (const table of ['docs', 'jobs', 'direct_chats', 'chat_messages', 'push_wishes'] as const)
    await db.deleteFrom(table).execute()
  await db.updateTable('users').set({ email: null, persplan_email: null }).execute()
})

const day = (days: number) => Temporal.Now.plainDateISO('Europe/Berlin').add({ days }).toString()
const german = (date: string) => date.split('-').toReversed().join('.')
const publish = (groups = ['Bühne']) =>
  publishDoc(clara, processOf(paragraph(textareaField('Eins'))), {
    name: 'Brandschutz',
    due_on: day(7),
    ...onlyForGroups(...groups),
  })
type Reminded = { reminded: number; mailed: number; left_out: SkippedReminders }
const remind = async (id: number, user_ids?: number[]) => {
  const { status, body } = await clara.send(
    'POST',
    `/docs/${id}/people/remind/`,
    user_ids ? { user_ids } : {},
  )
  assert.equal(status, 200)
  return body as unknown as Reminded
}
const none: SkippedReminders = { finished: 0, today: 0, not_asked: 0, oneself: 0, without_access: 0 }
const jobs = (kind: string) => db.selectFrom('jobs').where('kind', '=', kind).select('payload').execute()
const finish = (who: Client, id: number) =>
  who.send('PATCH', `/docs/${id}/currentuserdata/`, { data: { Eins: 'ja' } })

test('all who have not finished are reminded: by a message of whoever does it, and by one notification that leads there', async () => {
  const id = await publish()
  await finish(bruno, id)
  assert.deepEqual(await remind(id), {
    success: true,
    details: '',
    reminded: 3,
    mailed: 0,
    left_out: none,
  } as never)
  const rooms = (await anna.get('/chat/direct/')).body as unknown as {
    id: number
    name: string
    unread: boolean
  }[]
  assert.deepEqual(
    rooms.map(({ name, unread }) => [name, unread]),
    [['Clara Döring', true]],
  )
  const { body } = await anna.get(`/chat/direct/${rooms[0]?.id}/`)
  const [message] = body as unknown as { user_id: number; content: string }[]
  assert.deepEqual(message && [message.user_id, message.content], [
    claraId,
    `Bitte füllen Sie noch „Brandschutz“ bis ${german(day(7))} aus: http://kontor.example/ui/docs/${id}/show`,
  ])
  const pushes = (await jobs('push.send')).map(
    ({ payload }) => payload as { user_id: number; notification: { path: string } },
  )
  assert.deepEqual(
    pushes.map(({ user_id, notification }) => [user_id, notification.path]),
    [[annaId, `/ui/docs/${id}/show`]],
  )
  assert.deepEqual(await jobs('chat.push'), [])
  assert.deepEqual((await bruno.get('/chat/direct/')).body, [])
  // The reminder is a message like others: opening the room marked it as read.
  assert.equal((await anna.get('/users/current/')).body['unread_chats'], false)
})

test('who has no access yet gets no reminder, and it is said how many they are, before and after', async () => {
  const georg = await app.userId(cast.georg)
  const { password_hash } = await db
    .selectFrom('users')
    .where('id', '=', georg)
    .select('password_hash')
    .executeTakeFirstOrThrow()
  await db.updateTable('users').set({ password_hash: null }).where('id', '=', georg).execute()
  const id = await publish()
  const preview = await clara.send('POST', `/docs/${id}/people/remind/preview/`, {})
  assert.deepEqual([preview.body['people'], preview.body['left_out']], [3, { ...none, without_access: 1 }])
  const { reminded, left_out } = await remind(id)
  assert.deepEqual([reminded, left_out], [3, { ...none, without_access: 1 }])
  assert.deepEqual((await remind(id, [georg])).left_out, { ...none, without_access: 1 })
  await db.updateTable('users').set({ password_hash }).where('id', '=', georg).execute()
})

test('whoever reminds has not read by it what the other has written to them', async () => {
  const id = await publish()
  const { body } = await anna.send('POST', '/chat/direct/', { user_id: claraId })
  const room = `/chat/direct/${String(body['direct_chat_id'])}/`
  await anna.send('POST', `${room}send_message/`, { message: 'Bitte rufen Sie mich an.' })
  const isUnread = async () => {
    const rooms = (await clara.get('/chat/direct/')).body as unknown as { name: string; unread: boolean }[]
    return rooms.find(({ name }) => name === 'Anna Berger')?.unread
  }
  assert.equal(await isUnread(), true)
  await remind(id, [annaId])
  assert.equal(await isUnread(), true)
  assert.equal((await clara.get('/users/current/')).body['unread_chats'], true)
  await clara.get(room)
  assert.equal(await isUnread(), false)
})

test('each person is reminded of a process once a day, whoever asks and however often at once', async () => {
  const id = await publish()
  assert.equal((await remind(id, [annaId])).reminded, 1)
  const [one, other] = await Promise.all([remind(id), remind(id)])
  assert.equal(one.reminded + other.reminded, 3)
  assert.equal(one.left_out.today + other.left_out.today, 5)
  assert.deepEqual((await remind(id, [annaId])).left_out, { ...none, today: 1 })
  // The limit counts per process and day.
  assert.equal((await remind(await publish(), [annaId])).reminded, 1)
  await db
    .updateTable('doc_reminders')
    .set({ day: day(-1) })
    .where('doc_id', '=', id)
    .execute()
  assert.equal((await remind(id, [annaId])).reminded, 1)
  const { count } = await db
    .selectFrom('chat_messages')
    .select(db.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  assert.equal(count, 6)
})

test('it is said how many were not reminded and why: finished, not theirs to fill in, oneself', async () => {
  const id = await publish(['Bühne', 'Verwaltung'])
  await finish(bruno, id)
  const kai = await app.userId(cast.kai)
  const { reminded, left_out } = await remind(id, [annaId, brunoId, claraId, kai, 2_147_483_647, annaId])
  assert.equal(reminded, 1)
  assert.deepEqual(left_out, { ...none, finished: 1, not_asked: 2, oneself: 1 })
  // A reminder to everybody does not count finished people as left out.
  assert.deepEqual((await remind(id)).left_out, { ...none, today: 1, oneself: 1 })
})

test('before, it is said how many would get one: neither who was reminded today nor who reminds', async () => {
  const id = await publish(['Bühne', 'Verwaltung'])
  await finish(bruno, id)
  const preview = async (user_ids?: number[]) => {
    const asked = user_ids ? { user_ids } : {}
    const { people, left_out } = (await clara.send('POST', `/docs/${id}/people/remind/preview/`, asked)).body
    return { people: people as number, left_out: left_out as SkippedReminders }
  }
  const first = await preview()
  const { body } = await clara.get(`/docs/${id}/people/`)
  assert.deepEqual(body['to_remind'], { people: first.people, today: 0, oneself: 1 })
  assert.equal((await remind(id, [annaId])).reminded, 1)
  assert.deepEqual(await preview(), {
    people: first.people - 1,
    left_out: { ...none, today: 1, oneself: 1 },
  })
  assert.deepEqual((await clara.get(`/docs/${id}/people/`)).body['to_remind'], {
    people: first.people - 1,
    today: 1,
    oneself: 1,
  })
  assert.deepEqual(await preview([annaId, brunoId]), {
    people: 0,
    left_out: { ...none, finished: 1, today: 1 },
  })
  // The preview has reminded nobody.
  assert.equal((await remind(id)).reminded, first.people - 1)
  assert.equal((await anna.send('POST', `/docs/${id}/people/remind/preview/`, {})).status, 403)
})

test('whoever has quiet hours hears nothing, and finds the message', async () => {
  const id = await publish()
  await db
    .insertInto('push_wishes')
    .values({ user_id: annaId, quiet_from: '00:00', quiet_until: '23:59:59.999999' })
    .execute()
  await remind(id, [annaId])
  assert.deepEqual(await jobs('push.send'), [])
  assert.equal(((await anna.get('/chat/direct/')).body as unknown as unknown[]).length, 1)
})

test('where mails are sent, whoever has an address gets one, unless they have finished by then', async () => {
  const id = await publish()
  await db
    .updateTable('users')
    .set({ email: emailOf(cast.anna) })
    .where('id', '=', annaId)
    .execute()
  await db
    .updateTable('users')
    .set({ persplan_email: emailOf(cast.bruno) })
    .where('id', '=', brunoId)
    .execute()
  assert.equal((await remind(id)).mailed, 2)
  await finish(bruno, id)
  for (const { payload } of await jobs('mail.reminder'))
    await mailReminderJob.run(app.kontor, payload, undefined as never, undefined as never)
  assert.deepEqual(
    server.received.map(({ to }) => to),
    [[emailOf(cast.anna)]],
  )
  const text = server.received[0]?.text ?? ''
  assert.match(text, /http:\/\/kontor\.example\/ui\/docs\/\d+\/show/)
  assert.match(text, /Clara D/)
})

test('a hundred are reminded at once, and who reminded them is in the audit log, once', async () => {
  await sql`insert into users (username, password_hash)
    select 'viele' || n, 'x' from generate_series(1, 100) n`.execute(db)
  const id = await publish()
  await clara.send('PUT', `/docs/${id}/visibility/public/`, { public: true })
  assert.ok((await remind(id)).reminded >= 100)
  const audited = await db.selectFrom('audit').where('action', '=', 'doc.remind').selectAll().execute()
  const own = audited.filter(({ subject }) => (subject as { doc_id: number }).doc_id === id)
  assert.equal(own.length, 1)
  assert.equal(own[0]?.user_id, claraId)
  await db.deleteFrom('users').where('password_hash', '=', 'x').execute()
})

test('of what is not to be filled in nobody is reminded, and nobody but administrators reminds', async () => {
  const id = await publish()
  const path = `/docs/${id}/people/remind/`
  assert.equal((await anna.send('POST', path, {})).status, 403)
  await clara.send('PUT', `/docs/${id}/status/`, { status: 'Erledigt' })
  assert.equal((await clara.send('POST', path, {})).status, 409)
  assert.deepEqual(await db.selectFrom('doc_reminders').selectAll().execute(), [])
})
