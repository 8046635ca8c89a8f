import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { cast, type Person } from '#demo/cast.ts'
import type { Caller } from '#server/caller.ts'
import { connect } from '#server/db/connect.ts'
import { Budgets, limits } from '#server/http/limits.ts'
import { testApp } from '#server/testing/app.ts'
import { signUp } from '#server/testing/devices.ts'
import { tinyPng } from '#server/testing/images.ts'
import { sendMessage } from './send-message.ts'

const kontor = await testApp()
after(() => kontor[Symbol.asyncDispose]())
const { db } = kontor.kontor
const [clara, anna, bruno] = [
  await kontor.as(cast.clara),
  await kontor.as(cast.anna),
  await kontor.as(cast.bruno),
]

let number = 0
async function roomWith(...people: Person[]) {
  const name = `Gespräch ${++number}`
  await clara.send('PUT', `/groups/custom/${encodeURIComponent(name)}/`)
  for (const person of people)
    await clara.send('PUT', `/users/${await kontor.userId(person)}/groups/${encodeURIComponent(name)}/`)
  const { id } = await db.selectFrom('groups').where('name', '=', name).select('id').executeTakeFirstOrThrow()
  return { id, name, path: `/chat/groups/${id}/` }
}
const say = (who: typeof anna, path: string, message: string, more: object = {}) =>
  who.send('POST', `${path}send_message/`, { message, ...more })
const jobs = async () =>
  (await db.selectFrom('jobs').where('kind', '=', 'chat.push').select('key').execute()).length

test('a message with an image that is refused asks for no second connection, and leaves no image behind', async () => {
  const { id } = await roomWith(cast.hannah)
  const messages = { ...limits.stored.messages, most: 1 }
  const alone = connect(kontor.database.connection, { connections: 1 })
  const budgets = new Budgets({ ...limits, stored: { ...limits.stored, messages } })
  const by = (await kontor.app.sessions.find((await kontor.as(cast.hannah)).cookie)) as Caller
  const send = (body: { message: string; image?: string }) =>
    sendMessage({ ...kontor.kontor, db: alone, budgets }, by, { kind: 'groups', id }, body)
  await send({ message: 'Die eine' })
  const count = async () => (await db.selectFrom('images').select('id').execute()).length
  const before = await count()
  const image = `data:image/png;base64,${tinyPng.toString('base64')}`
  await assert.rejects(send({ message: '', image }), { code: 'too_many' })
  assert.equal(await count(), before)
  await alone.destroy()
})

test('a device is told only where somebody else has one and wants to be alerted', async () => {
  const { id, path } = await roomWith(cast.anna, cast.bruno)
  await say(anna, path, 'Niemand hat ein Gerät')
  await signUp(bruno)
  await say(anna, path, 'Niemand will Alarm')
  await signUp(anna)
  await anna.send('PATCH', `/chat/groups/${id}/settings/`, { noise_level: 'alert' })
  await say(anna, path, 'Nur ich will Alarm')
  assert.equal(await jobs(), 0)
  await bruno.send('PATCH', `/chat/groups/${id}/settings/`, { noise_level: 'alert' })
  await say(anna, path, 'Bruno will Alarm')
  assert.equal(await jobs(), 1)
})

test('a room that somebody else holds holds up no other, and what was said in it waits', async () => {
  const [held, free] = [await roomWith(cast.anna, cast.bruno), await roomWith(cast.anna, cast.bruno)]
  await say(anna, held.path, 'Vorher')
  const other = new pg.Client(kontor.database.connection)
  await other.connect()
  await other.query('begin')
  await other.query(`select from chat_rooms where kind = 'groups' and id = $1 for update`, [held.id])
  const waiting = say(anna, held.path, 'Wartet')
  assert.equal((await say(bruno, free.path, 'Geht')).status, 200)
  assert.equal((await say(bruno, free.path, 'Geht auch')).status, 200)
  await other.query('commit')
  assert.equal((await waiting).status, 200)
  await other.end()
})

test('what one of many may not say takes nothing from the others, nor does a key used in two rooms at once', async () => {
  const [room, second] = [await roomWith(cast.anna, cast.bruno), await roomWith(cast.anna)]
  const key = { client_key: 'zweimal-dasselbe' }
  const answers = await Promise.all([
    say(bruno, room.path, 'Eins'),
    say(bruno, second.path, 'Darf er nicht'),
    say(anna, room.path, 'Zwei', key),
    say(anna, second.path, 'Zwei', key),
    say(bruno, '/chat/groups/987654/', 'Gibt es nicht'),
    say(bruno, room.path, 'Drei'),
  ])
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 404, 200, 200, 404, 200],
  )
  assert.equal(answers[2]?.body['message_id'], answers[3]?.body['message_id'])
})

test('what is too long for the news of one commit is said all the same', async () => {
  const { path } = await roomWith(cast.anna, cast.bruno)
  const long = '„Ä“'.repeat(1_300)
  assert.equal((await say(anna, path, long)).status, 200)
  const [message] = (await bruno.get(path)).body as unknown as { content: string }[]
  assert.equal(message?.content, long)
})
