import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { ChatMention, ChatMessage, ChatRoom } from '#contract/chat.ts'
import { cast } from '#demo/cast.ts'
import { testApp } from '#server/testing/app.ts'
import { listToTell } from './push-store.ts'

const kontor = await testApp()
after(() => kontor[Symbol.asyncDispose]())
const { db } = kontor.kontor
const [clara, anna, bruno, elif] = [
  await kontor.as(cast.clara),
  await kontor.as(cast.anna),
  await kontor.as(cast.bruno),
  await kontor.as(cast.elif),
]
type By = typeof anna
const [annasId, brunosId] = [await kontor.userId(cast.anna), await kontor.userId(cast.bruno)]

let number = 0
async function room() {
  const name = `Zuruf ${++number}`
  await clara.send('PUT', `/groups/custom/${encodeURIComponent(name)}/`)
  for (const person of [cast.anna, cast.bruno, cast.clara])
    await clara.send('PUT', `/users/${await kontor.userId(person)}/groups/${encodeURIComponent(name)}/`)
  const { id } = await db.selectFrom('groups').where('name', '=', name).select('id').executeTakeFirstOrThrow()
  const path = `/chat/groups/${id}/`
  return {
    id,
    name,
    path,
    say: async (by: By, message: string) =>
      Number((await by.send('POST', `${path}send_message/`, { message })).body['message_id']),
    last: async () =>
      ((await anna.send('GET', `${path}?before=999999999999999`)).body as unknown as ChatMessage[]).at(-1),
    told: async (message: number) =>
      (await listToTell(db, { kind: 'groups', id }, message, { from: message })).userIds,
    inList: async (by: By) =>
      ((await by.send('GET', '/chat/groups/')).body as unknown as ChatRoom[]).find((one) => one.id === id),
  }
}
const mentions = async (by: By) =>
  (await by.send('GET', '/chat/mentions/')).body as unknown as readonly ChatMention[]

test('a member’s name behind an @ mentions them, as a whole word; a new name shows, also after an edit, and another wording counts anew', async () => {
  const { path, say, last } = await room()
  const id = await say(
    anna,
    'Mail an post@Bruno Castells.example, @Bruno Castell! @Elif Yılmaz, @Anna Berger',
  )
  assert.deepEqual((await last())?.mentions, [
    { user_id: brunosId, word: '@Bruno Castell', display_name: 'Bruno Castell' },
  ])
  await db.updateTable('users').set({ persplan_nachname: 'Kastell' }).where('id', '=', brunosId).execute()
  assert.equal((await last())?.mentions[0]?.display_name, 'Bruno Kastell')
  await db.updateTable('users').set({ persplan_nachname: 'Castell' }).where('id', '=', brunosId).execute()
  await db.updateTable('users').set({ persplan_nachname: 'Kastell' }).where('id', '=', brunosId).execute()
  await anna.send('PATCH', `${path}messages/${id}/`, { message: 'Bitte, @Bruno Castell!' })
  assert.equal((await last())?.mentions[0]?.display_name, 'Bruno Kastell')
  await db.updateTable('users').set({ persplan_nachname: 'Castell' }).where('id', '=', brunosId).execute()
  await anna.send('PATCH', `${path}messages/${id}/`, { message: 'Doch nicht' })
  assert.deepEqual((await last())?.mentions, [])
})

test('whoever is mentioned is told where messages are only shown, and not where they are muted; they find it among their mentions while they belong there', async () => {
  const { id, path, name, say, told, inList } = await room()
  assert.deepEqual(await told(await say(anna, 'Hallo zusammen')), [])
  const message = await say(anna, 'Kommst du, @Bruno Castell?')
  assert.deepEqual(await told(message), [brunosId])
  assert.deepEqual(
    [(await inList(bruno))?.mentioned, (await inList(clara))?.mentioned, (await inList(anna))?.mentioned],
    [true, false, false],
  )
  assert.deepEqual(
    (await mentions(bruno)).map(({ room_name, id, display_name }) => [room_name, id, display_name]),
    [[name, message, 'Anna Berger']],
  )
  await bruno.send('PATCH', `${path}settings/`, { noise_level: 'mute' })
  assert.deepEqual(await told(message), [])
  assert.equal((await inList(bruno))?.mentioned, false)
  await bruno.send('PATCH', `${path}settings/`, { noise_level: 'show' })
  await bruno.send('POST', `${path}read/`, { message_id: message })
  assert.deepEqual([await told(message), (await inList(bruno))?.mentioned], [[], false])
  await clara.send('DELETE', `/users/${brunosId}/groups/${encodeURIComponent(name)}/`)
  assert.deepEqual(await mentions(bruno), [])
  assert.ok(id)
})

test('@alle is an administrator’s, once in ten minutes, and reaches nobody who has muted the room', async () => {
  const { path, say, told } = await room()
  assert.deepEqual(await told(await say(anna, '@alle bitte kommen')), [])
  await bruno.send('PATCH', `${path}settings/`, { noise_level: 'mute' })
  const first = await say(clara, '@alle bitte kommen')
  assert.deepEqual(await told(first), [annasId])
  await anna.send('POST', `${path}read/`, { message_id: first })
  assert.deepEqual(await told(await say(clara, 'Noch einmal, @alle!')), [])
  await db
    .updateTable('chat_messages')
    .set({ created_at: new Date(Date.now() - 11 * 60_000) })
    .where('id', '=', first)
    .execute()
  assert.deepEqual(await told(await say(clara, 'Und jetzt, @alle')), [annasId])
  assert.equal((await elif.send('GET', path)).status, 404)
})

test('a job tells of a mention where nobody else wants an alert', async () => {
  const { say } = await room()
  const jobs = async () =>
    (await db.selectFrom('jobs').where('kind', '=', 'chat.push').select('key').execute()).length
  const before = await jobs()
  await say(anna, 'Ohne Namen')
  assert.equal(await jobs(), before)
  await say(anna, 'Mit Namen: @Bruno Castell')
  assert.equal(await jobs(), before + 1)
})
