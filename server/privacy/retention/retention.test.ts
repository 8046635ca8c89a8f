import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import type { RetentionKind } from '#contract/privacy.ts'
import { retentionKinds } from '#contract/words/retention.ts'
import { cast } from '#demo/cast.ts'
import { insertFurtherImages } from '#server/chat/messages-store.ts'
import { insertImage } from '#server/images/store.ts'
import { type TestAnswer, testApp } from '#server/testing/app.ts'
import { insertHappening } from '#server/testing/happenings.ts'
import { untilBlockedByLock } from '#server/testing/until.ts'
import { rules } from './kinds.ts'
import { runRetention } from './run-retention.ts'

const kontor = await testApp()
after(() => kontor[Symbol.asyncDispose]())
const { db } = kontor.kontor
const clara = await kontor.as(cast.clara)
const anna = await kontor.as(cast.anna)
const annaId = await kontor.userId(cast.anna)
const kaiId = await kontor.userId(cast.kai)

beforeEach(() => db.deleteFrom('retention').execute())
const ok = ({ status, body, text }: TestAnswer) => {
  assert.equal(status, 200, text)
  return body
}
const set = async (months: Record<string, number>) => ok(await clara.send('PUT', '/retention/', months))
/** Simulates the next day. */
const run = async () => {
  await db.updateTable('retention').set({ ran_on: null }).execute()
  await runRetention(kontor.kontor)
}
const ago = (months: number) => sql<Date>`now() - make_interval(months => ${months}) - interval '1 hour'`
const outlook = async (months: Record<string, number>) => {
  const query = Object.fromEntries(Object.entries(months).map(([kind, value]) => [kind, String(value)]))
  const { items } = ok(await clara.get('/retention/preview/', { query }))
  return new Map(
    (items as { kind: string; count: number; sentence: string }[]).map((item) => [item.kind, item] as const),
  )
}
const groupId = (
  await db.selectFrom('groups').where('name', '=', 'Bühne').select('id').executeTakeFirstOrThrow()
).id
const room = `/chat/groups/${groupId}/`
ok(await clara.send('PATCH', `${room}admin_settings/`, { visible: true }))

async function say(message: string, months: number, image_id: string | null = null) {
  const { message_id } = ok(
    await anna.send('POST', `${room}send_message/`, { message: message || 'x', image: null }),
  )
  await db
    .updateTable('chat_messages')
    .set({ created_at: ago(months), image_id, content: message })
    .where('id', '=', Number(message_id))
    .execute()
}
const said = async () =>
  (ok(await anna.get(room))['messages'] as { content: string; images: string[] }[] | undefined) ??
  ((await anna.get(room)).body as unknown as { content: string; images: string[] }[])
const contents = async () => [...(await said())].map(({ content }) => content)

async function picture(months: number) {
  const drawn = { type: 'image/png' as const, bytes: Buffer.from('png') }
  const id = await insertImage(db, annaId, drawn, { is_for_docs: false })
  await db
    .updateTable('images')
    .set({ created_at: ago(months) })
    .where('id', '=', id)
    .execute()
  return id
}

test('without a word of anybody all is kept for ever, but for the audit log', async () => {
  const { items } = ok(await clara.get('/retention/'))
  assert.deepEqual(
    (items as { kind: string; months: number }[]).map(({ kind, months }) => [kind, months]),
    [
      ['messages', 0],
      ['images', 0],
      ['rounds', 0],
      ['history', 0],
      ['audit', 24],
      ['deactivated', 0],
    ],
  )
  await say('Uralt', 1_000)
  await run()
  assert.ok((await contents()).includes('Uralt'))
})

test('messages go after their time, as the preview has said, and those who have the chat open see it', async () => {
  await say('Alt', 13)
  await say('Neu', 11)
  const { count, sentence } = (await outlook({ messages: 12 })).get('messages') ?? {}
  assert.equal(count, 2)
  assert.match(String(sentence), /^Würde heute löschen: 2 Nachrichten bis \d\d\.\d\d\.\d{4}\.$/)
  await set({ messages: 12 })
  assert.ok((await contents()).includes('Alt'), 'nothing goes at once')
  const { revision: before } = await db
    .selectFrom('chat_rooms')
    .where('id', '=', groupId)
    .select('revision')
    .executeTakeFirstOrThrow()
  await run()
  assert.deepEqual(await contents(), ['Neu'])
  const { revision } = await db
    .selectFrom('chat_rooms')
    .where('id', '=', groupId)
    .select('revision')
    .executeTakeFirstOrThrow()
  assert.ok(revision > before)
  const rows = await db.selectFrom('audit').where('action', 'like', 'retention.%').selectAll().execute()
  assert.deepEqual(
    rows.map(({ action, subject }) => [action, subject]),
    [
      ['retention.change', { messages: 12 }],
      ['retention.run', { rule: 'messages', months: 12, removed: 2 }],
    ],
  )
  const { items } = ok(await clara.get('/audit/', { query: { kind: 'Benutzer und Rechte' } }))
  const sentences = (items as { sentence: string }[]).map((item) => item.sentence)
  assert.ok(sentences.includes('Fristen geändert: Nachrichten nach 12 Monaten.'))
  assert.ok(sentences.includes('Nach 12 Monaten gelöscht: 2 Nachrichten.'))
})

test('what is said while old messages go is the last one of its chat afterwards', async () => {
  await say('Vorletztes', 13)
  await set({ messages: 12 })
  let cleaning: Promise<void> = Promise.resolve()
  const last = await db.transaction().execute(async (tx) => {
    const { id } = await tx
      .insertInto('chat_messages')
      .values({ kind: 'groups', room_id: groupId, user_id: annaId, content: 'Zuletzt' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await sql`update chat_rooms set last_message_id = ${id} where kind = 'groups' and id = ${groupId}`.execute(
      tx,
    )
    cleaning = run()
    await untilBlockedByLock(db)
    return id
  })
  await cleaning
  const { last_message_id } = await db
    .selectFrom('chat_rooms')
    .where('kind', '=', 'groups')
    .where('id', '=', groupId)
    .select('last_message_id')
    .executeTakeFirstOrThrow()
  assert.equal(last_message_id, last)
  assert.ok(!(await contents()).includes('Vorletztes'))
})

test('a day’s clean-up runs once, on whichever server', async () => {
  await set({ messages: 12 })
  await runRetention(kontor.kontor)
  await say('Später', 13)
  await Promise.all([runRetention(kontor.kontor), runRetention(kontor.kontor)])
  assert.ok((await contents()).includes('Später'))
  await run()
  assert.ok(!(await contents()).includes('Später'))
})

test('images in chats go, what was said beside them stays, and images of processes stay', async () => {
  const [bare, beside, further] = [await picture(13), await picture(13), await picture(13)]
  const young = await picture(1)
  await say('', 13, bare)
  await say('Mit Bild', 13, beside)
  const { id: message_id } = await db
    .selectFrom('chat_messages')
    .where('image_id', '=', beside)
    .select('id')
    .executeTakeFirstOrThrow()
  await insertFurtherImages(db, message_id, [further])
  await say('Jung', 1, young)
  const ofDoc = await insertImage(
    db,
    annaId,
    { type: 'image/png', bytes: Buffer.from('p') },
    { is_for_docs: true },
  )
  await db
    .updateTable('images')
    .set({ created_at: ago(13) })
    .where('id', '=', ofDoc)
    .execute()
  assert.equal((await outlook({ images: 12 })).get('images')?.count, 3)
  await set({ images: 12 })
  await run()
  const shown = (await said()).map(({ content, images }) => [content, images.length > 0])
  assert.deepEqual(shown.slice(-2), [
    ['Mit Bild', false],
    ['Jung', true],
  ])
  const left = await db.selectFrom('images').select('id').execute()
  assert.deepEqual(left.map(({ id }) => id).sort(), [young, ofDoc].sort())
})

test('old rounds go, present answers stay', async () => {
  const { id } = await db.selectFrom('docs').select('id').executeTakeFirstOrThrow()
  const round = (months: number) => ({
    doc_id: id,
    ended_by: 'clara',
    ended_at: ago(months),
    results: JSON.stringify({ fields: [], people: [] }),
  })
  await db.deleteFrom('doc_rounds').execute()
  // Makes the answers as old as the deleted round was.
  await db
    .updateTable('doc_answers')
    .set({ changed_at: ago(13) })
    .execute()
  const answers = () => db.selectFrom('doc_answers').select(['doc_id', 'user_id']).orderBy('id').execute()
  const before = await answers()
  assert.ok(before.length > 0)
  await db
    .insertInto('doc_rounds')
    .values([round(13), round(11)])
    .execute()
  await set({ rounds: 12 })
  await run()
  assert.equal((await db.selectFrom('doc_rounds').select('id').execute()).length, 1)
  assert.deepEqual(await answers(), before)
})

test('the history of times is kept for two years at least, and as long as something of it is not sent', async () => {
  const short = await clara.send('PUT', '/retention/', { history: 23 })
  assert.equal(short.status, 422)
  assert.match(String(short.body['details']), /frühestens nach 24 Monaten/)
  const entries = ['Gesendet', 'Offen', 'Zurückgenommen', 'Leer'].map((name) => ({ name }))
  const { entries: ids } = await insertHappening(db, { entries })
  const [sent, open, withdrawn] = ids as [number, number, number]
  await db
    .updateTable('time_entries')
    .set({ submitted: true, ist_von: '2020-01-01T10:00' })
    .where('id', '=', sent)
    .execute()
  await db.updateTable('time_entries').set({ ist_von: '2020-01-01T10:00' }).where('id', '=', open).execute()
  await db.updateTable('time_entries').set({ booked: true }).where('id', '=', withdrawn).execute()
  for (const entry_id of ids)
    await db
      .insertInto('time_history')
      .values({ entry_id, kind: 'changed', at: ago(25) })
      .execute()
  await db
    .insertInto('time_history')
    .values({ entry_id: sent, kind: 'sent', at: ago(23) })
    .execute()
  assert.equal((await outlook({ history: 24 })).get('history')?.count, 2)
  await set({ history: 24 })
  await run()
  const left = await db
    .selectFrom('time_history')
    .where('entry_id', 'in', ids)
    .select(['entry_id', 'kind'])
    .orderBy('id')
    .execute()
  assert.deepEqual(
    left.map(({ entry_id, kind }) => [entry_id, kind]),
    [
      [open, 'changed'],
      [withdrawn, 'changed'],
      [sent, 'sent'],
    ],
  )
  const times = await db.selectFrom('time_entries').where('id', 'in', ids).select('id').execute()
  assert.equal(times.length, 4)
})

test('who left long ago is made anonymous; whoever has something unsent stays until it is sent', async () => {
  await db.updateTable('users').set({ is_active: false }).where('id', '=', kaiId).execute()
  await db
    .updateTable('users')
    .set({ deactivated_at: ago(13) })
    .where('id', '=', kaiId)
    .execute()
  assert.match(
    String((await outlook({ deactivated: 12 })).get('deactivated')?.sentence),
    /^Würde heute anonymisieren: höchstens 1 deaktivierte Person, seit [\d.]{10} oder länger\. Wer noch nicht gesendete Zeiten hat, wartet\.$/,
  )
  await set({ deactivated: 12 })
  const entry = await db
    .insertInto('time_entries')
    .values({
      subhappening_id: (
        await db.selectFrom('subhappenings').select('id').orderBy('id').executeTakeFirstOrThrow()
      ).id,
      planner_id: 'offen',
      first_name: cast.kai.vorname,
      last_name: cast.kai.nachname,
      personalnummer: '1011',
      ist_von: '2026-11-20T18:00',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const name = async () =>
    (await db.selectFrom('users').where('id', '=', kaiId).select('username').executeTakeFirstOrThrow())
      .username
  await run()
  assert.equal(await name(), 'kai')
  await db.updateTable('time_entries').set({ ist_von: null }).where('id', '=', entry.id).execute()
  await run()
  assert.equal(await name(), `Ehemalige Person ${kaiId}`)
})

test('somebody is deactivated since they were, not since they were last looked at', async () => {
  const jana = await kontor.userId(cast.jana)
  const since = async () =>
    (await db.selectFrom('users').where('id', '=', jana).select('deactivated_at').executeTakeFirstOrThrow())
      .deactivated_at
  const setActive = (is_active: boolean) =>
    db.updateTable('users').set({ is_active }).where('id', '=', jana).execute()
  await setActive(false)
  const first = await since()
  assert.ok(first)
  await setActive(false)
  assert.deepEqual(await since(), first)
  await setActive(true)
  assert.equal(await since(), null)
})

test('what is kept for how long is an administrator’s to see and to set, within bounds', async () => {
  assert.equal((await anna.get('/retention/')).status, 403)
  assert.equal((await clara.send('PUT', '/retention/', { messages: -1 })).status, 422)
  assert.equal((await clara.send('PUT', '/retention/', { audit: 2 })).status, 422)
  await set({ messages: 12, audit: 12 })
  await set({ messages: 0 })
  const { items } = ok(await clara.get('/retention/'))
  const months = new Map(
    (items as { kind: string; months: number }[]).map((item) => [item.kind, item.months]),
  )
  assert.deepEqual([months.get('messages'), months.get('audit')], [0, 12])
})

test('each rule says what goes and what stays, and what is kept by law may not be set shorter', () => {
  const said: Record<RetentionKind, [goes: RegExp, stays?: RegExp]> = {
    messages: [/^Nachrichten in allen Chats, mit ihren Bildern\./, /Die Chats selbst bleiben\.$/],
    images: [
      /^Bilder in Chats; .*eine Nachricht ohne Text geht mit\./,
      /der Text der Nachricht bleibt, .*Bilder in Prozessen bleiben\.$/,
    ],
    rounds: [/^Runden von Prozessen, .*zurückgesetzt wurden\./, /Die laufenden Angaben bleiben\.$/],
    history: [
      /^Wer eine Zeit wann geändert oder gesendet hat\./,
      /Die Zeiten selbst bleiben, .*nicht gesendeter\.$/,
    ],
    // Nothing of an expired audit row stays, so this text does not list any data that stay.
    audit: [/^Wer wann was getan hat\./],
    deactivated: [
      /^Wer so lange deaktiviert ist, wird anonymisiert/,
      /Nachrichten, Angaben und Zeiten bleiben .*bis alle Zeiten der Person gesendet sind\.$/,
    ],
  }
  for (const kind of retentionKinds)
    for (const pattern of said[kind]) assert.match(rules[kind].says, pattern ?? /./, kind)
  assert.ok(rules.history.least >= 24)
})
