import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import type { ChatMention, ChatMessage, ChatRoom } from '#contract/chat.ts'
import { cast, type Person } from '#demo/cast.ts'
import type { Caller } from '#server/caller.ts'
import { connect } from '#server/db/connect.ts'
import { Budgets, limits } from '#server/http/limits.ts'
import { testApp } from '#server/testing/app.ts'
import { newRoom } from '#server/testing/chat-room.ts'
import { registerDevice } from '#server/testing/devices.ts'
import { hostileTexts } from '#server/testing/hostile-texts.ts'
import { tinyPng } from '#server/testing/images.ts'
import { untilBlockedByLock } from '#server/testing/until.ts'
import { listAlertRecipients } from './push-store.ts'
import { cleanMessageText, sendMessage } from './send-message.ts'

const { messages } = limits.stored
// A raised limit: these tests send more messages per minute than one person may.
const kontor = await testApp(
  {},
  { limits: { ...limits, stored: { ...limits.stored, messages: { ...messages, most: 1_000 } } } },
)
after(() => kontor[Symbol.asyncDispose]())
// The tests count queued jobs, so no worker may run them.
await kontor.worker.stop()
const { db } = kontor.kontor
const [clara, anna, bruno, elif] = [
  await kontor.as(cast.clara),
  await kontor.as(cast.anna),
  await kontor.as(cast.bruno),
  await kontor.as(cast.elif),
]
type By = typeof anna
const [annasId, brunosId] = [await kontor.userId(cast.anna), await kontor.userId(cast.bruno)]

/** Members are Anna and Bruno unless others are named. */
async function room(...people: Person[]) {
  const { id, name, path } = await newRoom(kontor, ...(people.length > 0 ? people : [cast.anna, cast.bruno]))
  const send = (by: By, message: string, more: object = {}) =>
    by.send('POST', `${path}send_message/`, { message, ...more })
  return {
    id,
    name,
    path,
    send,
    say: async (by: By, message: string, more: object = {}) =>
      (await send(by, message, more)).body['message_id'] as number,
    edit: (by: By, message: number, text: string) =>
      by.send('PATCH', `${path}messages/${message}/`, { message: text }),
    react: (by: By, message: number, reaction: string, isOn = true) =>
      by.send(isOn ? 'PUT' : 'DELETE', `${path}messages/${message}/reactions/${reaction}/`),
    /** The newest message, read as Clara, so that the read marks of Anna and Bruno do not move. */
    last: async () =>
      ((await clara.get(path)).body as unknown as ChatMessage[]).at(-1) ?? assert.fail('nothing was said'),
    /** Ids of the messages from `from` on that notify somebody, each with its recipients. */
    told: async (from: number) =>
      (await listAlertRecipients(db, { kind: 'groups', id }, { from })).map(({ id, user_ids }) => [
        id,
        ...user_ids,
      ]),
    /** Number of queued push jobs for the room. */
    jobs: async () =>
      (await db.selectFrom('jobs').where('key', 'like', `groups/${id}/%`).select('key').execute()).length,
    inList: async (by: By) =>
      ((await by.get('/chat/groups/')).body as unknown as ChatRoom[]).find((one) => one.id === id),
  }
}
const mentionsOf = async (by: By) =>
  (await by.get('/chat/mentions/')).body as unknown as readonly ChatMention[]
const rename = (id: number, persplan_nachname: string) =>
  db.updateTable('users').set({ persplan_nachname }).where('id', '=', id).execute()

test('a device is told only where somebody else has one and wants to be alerted', async () => {
  const { path, say, jobs } = await room()
  await say(anna, 'Niemand hat ein Gerät')
  await registerDevice(bruno)
  await say(anna, 'Niemand will Alarm')
  await registerDevice(anna)
  await anna.send('PATCH', `${path}settings/`, { noise_level: 'alert' })
  await say(anna, 'Nur ich will Alarm')
  assert.equal(await jobs(), 0)
  await bruno.send('PATCH', `${path}settings/`, { noise_level: 'alert' })
  await say(anna, 'Bruno will Alarm')
  assert.equal(await jobs(), 1)
})

test('a message with an image that is refused asks for no second connection, and leaves no image behind', async () => {
  const { id } = await room(cast.hannah)
  const alone = connect(kontor.database.connection, { connections: 1 })
  const budgets = new Budgets({ ...limits, stored: { ...limits.stored, messages: { ...messages, most: 1 } } })
  const by = (await kontor.app.sessions.find((await kontor.as(cast.hannah)).cookie)) as Caller
  const send = (body: { message: string; image?: string }) =>
    sendMessage({ ...kontor.kontor, db: alone, budgets }, by, { kind: 'groups', id }, body)
  await send({ message: 'Die eine' })
  const count = async () => (await db.selectFrom('images').select('id').execute()).length
  const before = await count()
  const image = `data:image/png;base64,${tinyPng.toString('base64')}`
  await assert.rejects(send({ message: '@Anna Berger', image }), { code: 'too_many' })
  assert.equal(await count(), before)
  await alone.destroy()
})

test('a room that somebody else holds holds up no other, and what was said in it waits', async () => {
  const [held, free] = [await room(), await room()]
  await held.say(anna, 'Vorher')
  const other = new pg.Client(kontor.database.connection)
  await other.connect()
  await other.query('begin')
  await other.query(`select from chat_rooms where kind = 'groups' and id = $1 for update`, [held.id])
  const waiting = held.send(anna, 'Wartet')
  await untilBlockedByLock(db)
  assert.equal((await free.send(bruno, 'Geht')).status, 200)
  assert.equal((await free.send(bruno, 'Geht auch')).status, 200)
  await other.query('commit')
  assert.equal((await waiting).status, 200)
  await other.end()
})

test('a key used in two rooms at once makes one message', async () => {
  const rooms = [await room(), await room()]
  const answers = await Promise.all(
    rooms.map(({ send }) => send(anna, 'Zwei', { client_key: 'zweimal-dasselbe' })),
  )
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200],
  )
  assert.equal(answers[0]?.body['message_id'], answers[1]?.body['message_id'])
})

test('an answer quotes the message as it reads now, and says when it has been deleted; what is not in the room reads the same', async () => {
  const { path, say, edit, last } = await room()
  const id = await say(anna, 'Um acht am Tor')
  await say(bruno, 'Passt', { reply_to: id })
  const quoted = { user_id: annasId, display_name: 'Anna Berger', content: 'Um acht am Tor' }
  assert.deepEqual((await last()).reply_to, { id, message: quoted })
  await edit(anna, id, 'x'.repeat(200))
  assert.deepEqual((await last()).reply_to, { id, message: { ...quoted, content: 'x'.repeat(120) } })
  await anna.send('DELETE', `${path}messages/${id}/`)
  assert.deepEqual((await last()).reply_to, { id, message: null })
  const other = await room()
  await say(bruno, 'Woher?', { reply_to: await other.say(anna, 'Nicht hier') })
  assert.equal((await last()).reply_to?.message, null)
  const deleted = await say(anna, 'Gleich wieder weg')
  await anna.send('DELETE', `${path}messages/${deleted}/`)
  await say(bruno, 'Ohne Netz geschrieben', { reply_to: deleted })
  assert.deepEqual((await last()).reply_to, { id: deleted, message: null })
  await say(bruno, 'Auf etwas, das noch niemand gesagt hat', { reply_to: id + 1_000 })
  assert.equal((await last()).reply_to, null)
})

test('authors edit their messages for a day; everybody in the room can read the wordings before, and no one else', async () => {
  const { path, say, edit, last } = await room()
  const id = await say(anna, 'Um acht')
  assert.equal((await edit(anna, id, 'Um neun')).status, 200)
  assert.equal((await edit(anna, id, ' Um zehn ')).status, 200)
  const { content, edited_at } = await last()
  assert.equal(content, 'Um zehn')
  assert.ok(edited_at)
  const wordings = (by: By) => by.get(`${path}messages/${id}/wordings/`)
  const earlier = (await wordings(bruno)).body as unknown as readonly { content: string }[]
  assert.deepEqual(
    earlier.map(({ content }) => content),
    ['Um neun', 'Um acht'],
  )
  assert.equal((await wordings(elif)).status, 404)
  assert.deepEqual(
    [
      (await edit(bruno, id, 'Nie')).status,
      (await edit(clara, id, 'Nie')).status,
      (await edit(elif, id, 'Nie')).status,
      (await edit(anna, id, ' ')).status,
    ],
    [403, 403, 404, 422],
  )
  await db
    .updateTable('chat_messages')
    .set({ created_at: new Date(Date.now() - 25 * 3_600_000) })
    .where('id', '=', id)
    .execute()
  const late = await edit(anna, id, 'Um elf')
  assert.deepEqual([late.status, late.text.includes('nur in den ersten 24 Stunden')], [409, true])
  await anna.send('DELETE', `${path}messages/${id}/`)
  assert.equal((await edit(anna, id, 'Doch')).status, 404)
})

test('whoever may write reacts, once with each sign; the first stands first, and one’s own can be taken back', async () => {
  const { path, name, say, react, last } = await room()
  const id = await say(anna, 'Geschafft!')
  for (const [by, reaction] of [
    [bruno, 'party'],
    [anna, 'heart'],
    [anna, 'party'],
    [anna, 'party'],
  ] as const)
    assert.equal((await react(by, id, reaction)).status, 200)
  assert.deepEqual((await last()).reactions, [
    { reaction: 'party', user_ids: [brunosId, annasId] },
    { reaction: 'heart', user_ids: [annasId] },
  ])
  await react(anna, id, 'party', false)
  await react(anna, id, 'party', false)
  await react(bruno, id, 'heart', false)
  assert.deepEqual((await last()).reactions, [
    { reaction: 'party', user_ids: [brunosId] },
    { reaction: 'heart', user_ids: [annasId] },
  ])
  assert.equal((await react(anna, id, 'thumb')).status, 422)
  assert.equal((await react(elif, id, 'heart')).status, 404)
  // Reactions of people who have left the room stay.
  await clara.send('DELETE', `/users/${brunosId}/groups/${encodeURIComponent(name)}/`)
  const reactors = (by: By) => by.get(`${path}messages/${id}/reactions/`)
  assert.deepEqual((await reactors(anna)).body, [
    { reaction: 'party', people: [{ id: brunosId, display_name: 'Bruno Castell' }] },
    { reaction: 'heart', people: [{ id: annasId, display_name: 'Anna Berger' }] },
  ])
  assert.equal((await reactors(bruno)).status, 404)
})

test('nobody is alerted of another wording or a reaction, and nothing is unread', async () => {
  const { path, say, edit, react, inList, jobs } = await room()
  const id = await say(anna, 'Zur Probe')
  await bruno.send('POST', `${path}read/`, { message_id: id })
  const before = await jobs()
  await edit(anna, id, 'Zur Generalprobe, @Bruno Castell')
  await react(anna, id, 'up')
  const { unread, last_message } = (await inList(bruno)) ?? {}
  assert.deepEqual([unread, last_message], [false, 'Zur Generalprobe, @Bruno Castell'])
  assert.equal(await jobs(), before)
})

test('a member’s name behind an @ mentions them, as a whole word; another wording counts anew', async () => {
  const { say, edit, last } = await room()
  const id = await say(
    anna,
    'Mail an post@Bruno Castells.example, @Bruno Castell-Ruiz, (@Bruno Castell)! @Elif Yılmaz, @Anna Berger',
  )
  const bruno = { user_id: brunosId, word: '@Bruno Castell', display_name: 'Bruno Castell' }
  assert.deepEqual((await last()).mentions, [bruno])
  await edit(anna, id, 'Mail an @Bruno Castell-Ruiz')
  assert.deepEqual((await last()).mentions, [])
})

test('a mention shows the name that its person has by now: in the room, in lists, and after an edit', async () => {
  const { say, edit, last, inList } = await room()
  const id = await say(anna, 'Kommst du, @Bruno Castell?')
  await rename(brunosId, 'Kastell')
  assert.equal((await last()).mentions[0]?.display_name, 'Bruno Kastell')
  assert.equal((await inList(anna))?.last_message, 'Kommst du, @Bruno Kastell?')
  assert.equal((await mentionsOf(bruno))[0]?.content, 'Kommst du, @Bruno Kastell?')
  await edit(anna, id, 'Bitte, @Bruno Castell!')
  assert.equal((await last()).mentions[0]?.display_name, 'Bruno Kastell')
  await rename(brunosId, 'Castell')
})

test('whoever is mentioned is told so where messages are only shown, and nothing where they are muted; they find it among their mentions while they belong there', async () => {
  const { path, name, say, told, inList, jobs } = await room(cast.anna, cast.bruno, cast.clara)
  assert.deepEqual(await told(await say(anna, 'Hallo zusammen')), [])
  assert.equal(await jobs(), 0)
  const id = await say(anna, 'Kommst du, @Bruno Castell?')
  assert.equal(await jobs(), 1)
  await say(anna, 'Und bring den Schlüssel mit')
  assert.deepEqual(await told(id), [[id, brunosId]])
  assert.deepEqual(
    [(await inList(bruno))?.mentioned, (await inList(clara))?.mentioned, (await inList(anna))?.mentioned],
    [true, false, false],
  )
  const [first] = await mentionsOf(bruno)
  assert.deepEqual([first?.room_name, first?.id, first?.display_name], [name, id, 'Anna Berger'])
  await bruno.send('PATCH', `${path}settings/`, { noise_level: 'mute' })
  assert.deepEqual(await told(id), [])
  assert.equal((await inList(bruno))?.mentioned, false)
  await bruno.send('PATCH', `${path}settings/`, { noise_level: 'show' })
  await bruno.send('POST', `${path}read/`, { message_id: id })
  assert.deepEqual([await told(id), (await inList(bruno))?.mentioned], [[], false])
  await clara.send('DELETE', `/users/${brunosId}/groups/${encodeURIComponent(name)}/`)
  assert.ok((await mentionsOf(bruno)).every((mention) => mention.id !== id))
})

test('@alle is an administrator’s, once in ten minutes, and reaches nobody who has muted the room; it is written down', async () => {
  const { id: room_id, path, say, send, edit, told, last } = await room()
  assert.deepEqual(await told(await say(anna, '@alle bitte kommen')), [])
  await bruno.send('PATCH', `${path}settings/`, { noise_level: 'mute' })
  const plain = await say(clara, 'Bitte kommen')
  await edit(clara, plain, '@alle bitte kommen')
  assert.equal((await last()).mentions_all, false)
  const id = await say(clara, '@alle bitte kommen')
  assert.deepEqual([await told(id), (await last()).mentions_all], [[[id, annasId]], true])
  // Deleting the first message does not permit a second '@alle' any earlier.
  await clara.send('DELETE', `${path}messages/${id}/`)
  const refused = await send(clara, 'Noch einmal, @alle!')
  assert.deepEqual(
    [refused.status, String(refused.body['details'])],
    [
      409,
      'In diesem Chat wurden gerade schon alle erwähnt: Mit „@alle“ geht das einmal in zehn Minuten. Die Nachricht wurde nicht gesendet.',
    ],
  )
  const long = new Date(Date.now() - 11 * 60_000)
  await db.updateTable('chat_rooms').set({ all_mentioned_at: long }).where('id', '=', room_id).execute()
  const again = await say(clara, 'Und jetzt, @alle')
  assert.deepEqual(await told(again), [[again, annasId]])
  const rows = await db
    .selectFrom('audit')
    .where('action', '=', 'chat.mention_all')
    .select('subject')
    .orderBy('id')
    .execute()
  assert.deepEqual(
    rows.map(({ subject }) => (subject as { message_id: number }).message_id),
    [id, again],
  )
})

test('whatever a person is called and whatever is said, a mention and a quote leave it as it is', async () => {
  const { say, last } = await room()
  // Every call refuses a body with NUL or half a surrogate pair.
  for (const text of hostileTexts.filter((one) => one.isWellFormed() && !one.includes('\0'))) {
    // Stored names never contain invisible characters: forms and the planner's import remove them.
    const name = cleanMessageText(text).replaceAll(/\s+/gu, ' ')
    await rename(brunosId, name)
    const shown = `Bruno ${name}`.trim()
    const word = `@${shown}`
    const id = await say(anna, `Hallo ${word}, ${text}.`)
    const { content, mentions } = await last()
    assert.equal(content, cleanMessageText(`Hallo ${word}, ${text}.`))
    assert.deepEqual(mentions, [{ user_id: brunosId, word, display_name: shown }], text)
    await say(anna, 'Dazu', { reply_to: id })
    assert.equal((await last()).reply_to?.message?.content, Array.from(content).slice(0, 120).join(''))
    assert.equal((await mentionsOf(bruno))[0]?.content, content)
  }
  await rename(brunosId, 'Castell')
})
