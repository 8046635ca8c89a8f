import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { ChatMessage } from '#contract/chat.ts'
import { cast } from '#demo/cast.ts'
import { testApp } from '#server/testing/app.ts'

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

let number = 0
async function room() {
  const name = `Wortwechsel ${++number}`
  await clara.send('PUT', `/groups/custom/${encodeURIComponent(name)}/`)
  for (const person of [cast.anna, cast.bruno])
    await clara.send('PUT', `/users/${await kontor.userId(person)}/groups/${encodeURIComponent(name)}/`)
  const { id } = await db.selectFrom('groups').where('name', '=', name).select('id').executeTakeFirstOrThrow()
  const path = `/chat/groups/${id}/`
  const messages = async (by: By = anna) =>
    (await by.send('GET', path)).body as unknown as readonly ChatMessage[]
  return {
    path,
    messages,
    say: async (by: By, message: string, more: object = {}) =>
      (await by.send('POST', `${path}send_message/`, { message, ...more })).body['message_id'] as number,
    edit: (by: By, id: number, message: string) => by.send('PATCH', `${path}messages/${id}/`, { message }),
    react: (by: By, id: number, reaction: string, isOn = true) =>
      by.send(isOn ? 'PUT' : 'DELETE', `${path}messages/${id}/reactions/${reaction}/`),
    last: async (by: By = anna) => (await messages(by)).at(-1) ?? assert.fail('nothing was said'),
  }
}

test('an answer quotes the message as it reads now, and says when it has been deleted; what is not in the room reads the same', async () => {
  const { path, say, edit, last } = await room()
  const id = await say(anna, 'Um acht am Tor')
  await say(bruno, 'Passt', { reply_to: id })
  const quoted = { display_name: 'Anna Berger', content: 'Um acht am Tor' }
  assert.deepEqual((await last()).reply_to, { id, message: quoted })
  await edit(anna, id, 'x'.repeat(200))
  assert.deepEqual((await last()).reply_to, { id, message: { ...quoted, content: 'x'.repeat(120) } })
  await anna.send('DELETE', `${path}messages/${id}/`)
  assert.deepEqual((await last()).reply_to, { id, message: null })
  const other = await room()
  await say(bruno, 'Woher?', { reply_to: await other.say(anna, 'Nicht hier') })
  assert.equal((await last()).reply_to?.message, null)
})

test('authors edit their messages for a day; everybody in the room can read the wordings before, and no one else', async () => {
  const { path, say, edit, last } = await room()
  const id = await say(anna, 'Um acht')
  assert.equal((await edit(anna, id, 'Um neun')).status, 200)
  assert.equal((await edit(anna, id, ' Um zehn ')).status, 200)
  const { content, edited_at } = await last()
  assert.equal(content, 'Um zehn')
  assert.ok(edited_at)
  const wordings = (by: By) => by.send('GET', `${path}messages/${id}/wordings/`)
  const told = (await wordings(bruno)).body as unknown as readonly { content: string }[]
  assert.deepEqual(
    told.map(({ content }) => content),
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
  const { say, react, last } = await room()
  const id = await say(anna, 'Geschafft!')
  const [annas, brunos] = [await kontor.userId(cast.anna), await kontor.userId(cast.bruno)]
  for (const [by, reaction] of [
    [bruno, 'party'],
    [anna, 'heart'],
    [anna, 'party'],
    [anna, 'party'],
  ] as const)
    assert.equal((await react(by, id, reaction)).status, 200)
  assert.deepEqual((await last()).reactions, [
    { reaction: 'party', user_ids: [brunos, annas] },
    { reaction: 'heart', user_ids: [annas] },
  ])
  await react(anna, id, 'party', false)
  await react(anna, id, 'party', false)
  await react(bruno, id, 'heart', false)
  assert.deepEqual((await last()).reactions, [
    { reaction: 'party', user_ids: [brunos] },
    { reaction: 'heart', user_ids: [annas] },
  ])
  assert.equal((await react(anna, id, 'thumb')).status, 422)
  assert.equal((await react(elif, id, 'heart')).status, 404)
})

test('nobody is alerted of another wording or a reaction, and nothing is unread', async () => {
  const { path, say, edit, react } = await room()
  const id = await say(anna, 'Zur Probe')
  await bruno.send('POST', `${path}read/`, { message_id: id })
  await edit(anna, id, 'Zur Generalprobe')
  await react(anna, id, 'up')
  const rooms = (await bruno.send('GET', '/chat/groups/')).body as unknown as {
    unread: boolean
    last_message: string
  }[]
  const one = rooms.find(({ last_message }) => last_message === 'Zur Generalprobe')
  assert.equal(one?.unread, false)
  assert.deepEqual(await db.selectFrom('jobs').where('kind', '=', 'chat.push').select('key').execute(), [])
})
