import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { User } from '#contract/users.ts'
import { cast } from '#demo/cast.ts'
import { testApp } from '#server/testing/app.ts'

const app = await testApp()
after(() => app[Symbol.asyncDispose]())
const { db } = app.kontor
const [clara, anna] = [await app.as(cast.clara), await app.as(cast.anna)]

let number = 0
async function newUser(more: object = {}) {
  const body = { username: `mara.neu${++number}`, ...more }
  return (await clara.send('POST', '/users/', body)).body['user_id'] as number
}
const read = async (id: number) => (await clara.get(`/users/${id}/`)).body as unknown as User
const rename = (id: number, persplan_vorname: string | null, persplan_nachname: string | null) =>
  clara.send('PATCH', `/users/${id}/name/`, { persplan_vorname, persplan_nachname })

test('somebody made by hand has a name from the beginning, if one is given, and with a username alone none', async () => {
  const named = await read(
    await newUser({ persplan_vorname: ' Mara ', persplan_nachname: 'Neu', email: 'mara@nordlicht.example' }),
  )
  assert.deepEqual(
    [named.display_name, named.persplan_vorname, named.persplan_nachname, named.email, named.persplan_id],
    ['Neu, Mara', 'Mara', 'Neu', 'mara@nordlicht.example', null],
  )
  const unnamed = await read(await newUser())
  assert.deepEqual([unnamed.display_name, unnamed.persplan_vorname], [unnamed.username, null])
})

test('an administrator gives a name to whom the planner does not know, and takes it away; it is in the audit log without the name', async () => {
  const id = await newUser()
  assert.equal((await rename(id, 'Mara', 'Alt')).status, 200)
  assert.equal((await read(id)).display_name, 'Alt, Mara')
  await rename(id, 'Mara', 'Neu-Alt')
  assert.equal((await read(id)).display_name, 'Neu-Alt, Mara')
  const found = (await clara.get('/users/', { query: { filter: 'neu-alt' } })).body['items'] as User[]
  assert.deepEqual(
    found.map((user) => user.id),
    [id],
  )
  const rows = await db.selectFrom('audit').where('action', '=', 'user.name').selectAll().execute()
  assert.deepEqual(
    rows
      .filter(({ subject }) => (subject as { user_id: number }).user_id === id)
      .map(({ subject }) => subject),
    [{ user_id: id }, { user_id: id }],
  )
  await rename(id, ' ', null)
  const { display_name, username } = await read(id)
  assert.equal(display_name, username)
})

test('who comes from the planner, is anonymous or unknown is not named here, and nobody but administrators names', async () => {
  const planned = await app.userId(cast.anna)
  const { status, body } = await rename(planned, 'Hanna', 'Berger')
  assert.equal(status, 409)
  assert.equal(
    body['details'],
    'Diese Person kommt aus der Personalplanung. Ihr Name lässt sich nur dort ändern.',
  )
  assert.equal((await read(planned)).persplan_vorname, 'Anna')
  assert.equal((await rename(2_147_483_647, 'Mara', 'Neu')).status, 404)
  const id = await newUser()
  await db.updateTable('users').set({ anonymised_at: new Date() }).where('id', '=', id).execute()
  assert.equal((await rename(id, 'Mara', 'Neu')).status, 409)
  const name = { persplan_vorname: 'Mara', persplan_nachname: 'Neu' }
  assert.equal((await anna.send('PATCH', `/users/${await newUser()}/name/`, name)).status, 403)
})

test('a name that cannot be seen or is too long is refused at its field', async () => {
  const id = await newUser()
  for (const [vorname, nachname, field] of [
    ['Ma\u0000ra', 'Neu', 'persplan_vorname'],
    ['Mara', '\u200b', 'persplan_nachname'],
    ['Mara', 'x'.repeat(301), 'persplan_nachname'],
  ] as const) {
    const { status, body } = await rename(id, vorname, nachname)
    assert.equal(status, 422)
    assert.deepEqual((body['detail'] as { loc: string[] }[])[0]?.loc, ['body', field])
  }
  assert.equal((await read(id)).persplan_nachname, null)
})

test('a new name is that of their chats and messages at once, for whoever has them open or looks', async () => {
  const id = await newUser({ persplan_vorname: 'Mara', persplan_nachname: 'Vorher' })
  await clara.send('PATCH', `/users/${id}/password/`, { password: 'ein-neuer-vorhang' })
  const { body } = await anna.send('POST', '/chat/direct/', { user_id: id })
  const room = `/chat/direct/${String(body['direct_chat_id'])}/`
  const names = async () =>
    ((await anna.get('/chat/direct/')).body as unknown as { name: string }[]).map(({ name }) => name)
  await anna.send('POST', `${room}send_message/`, { message: 'Hallo' })
  assert.deepEqual(await names(), ['Mara Vorher'])
  await rename(id, 'Mara', 'Nachher')
  assert.deepEqual(await names(), ['Mara Nachher'])
  const found = (await anna.get('/chat/direct/users/', { query: { filter: 'nachher, mara' } })).body['users']
  assert.deepEqual(
    (found as { display_name: string }[]).map(({ display_name }) => display_name),
    ['Nachher, Mara'],
  )
})
