// The page about a person, which combines three calls. Also names of people whom the planner does not know.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { GroupOfPerson } from '#contract/assignments.ts'
import { paragraph, processOf, textareaField } from '#contract/document/build.ts'
import type { DocOfPerson } from '#contract/publishing.ts'
import type { TeamOfPerson } from '#contract/shifts.ts'
import type { User } from '#contract/users.ts'
import { cast } from '#demo/cast.ts'
import { testApp } from '#server/testing/app.ts'
import { onlyForGroups, publishDoc } from '#server/testing/docs.ts'
import { insertHappening } from '#server/testing/happenings.ts'

const world = await testApp()
after(() => world[Symbol.asyncDispose]())
const { db } = world.kontor
const [anna, clara] = [await world.as(cast.anna), await world.as(cast.clara)]
const [annaId, claraId] = [await world.userId(cast.anna), await world.userId(cast.clara)]
const of = <T>(part: string, query: Record<string, string> = {}) =>
  clara.get(`/users/${annaId}/${part}/`, { query }).then(({ status, body }) => {
    assert.equal(status, 200)
    return body as T
  })
type Groups = { groups: GroupOfPerson[]; chats: { id: number; name: string }[] }

test('of somebody who is not there nothing is shown', async () => {
  for (const part of ['groups', 'docs', 'teams'])
    assert.equal((await clara.get(`/users/2147483647/${part}/`)).status, 404)
})

test('a group stands there with where it comes from, also one that was taken away', async () => {
  await clara.send('PUT', '/groups/custom/Werkstatt/')
  await clara.send('PUT', `/users/${annaId}/groups/Werkstatt/`)
  const before = (await of<Groups>('groups')).groups
  assert.equal(before.find(({ name }) => name === 'Werkstatt')?.state, 'granted')
  const planned = before.find(({ state }) => state === 'imported') ?? assert.fail('none from the planner')
  await clara.send('DELETE', `/users/${annaId}/groups/${encodeURIComponent(planned.name)}/`)
  const taken = (await of<Groups>('groups')).groups.find(({ id }) => id === planned.id)
  assert.deepEqual([taken?.state, taken?.changed_by], ['revoked', 'clara'])
  await clara.send('PUT', `/users/${annaId}/groups/${encodeURIComponent(planned.name)}/`)
})

test('of chats only the names of those are told that whoever looks is in, too; of two people none', async () => {
  const { user_id: other } = (await clara.send('POST', '/users/', { username: 'fremd' })).body
  for (const name of ['Beide', 'Nur Anna'])
    for (const id of name === 'Beide' ? [annaId, claraId] : [annaId, other as number]) {
      await clara.send('PUT', `/groups/custom/${encodeURIComponent(name)}/`)
      await clara.send('PUT', `/users/${id}/groups/${encodeURIComponent(name)}/`)
    }
  const bruno = await world.as(cast.bruno)
  await bruno.send('POST', '/chat/direct/', { user_id: annaId })
  await clara.send('POST', '/chat/direct/', { user_id: annaId })
  const { chats } = await of<Groups>('groups')
  const own = chats.filter(({ name }) => ['Beide', 'Nur Anna'].includes(name))
  assert.deepEqual(
    own.map(({ name }) => name),
    ['Beide'],
  )
  for (const chat of chats) assert.deepEqual(Object.keys(chat).toSorted(), ['id', 'name'])
  await clara.send('PATCH', `/chat/groups/${own[0]?.id ?? 0}/admin_settings/`, { visible: false })
  const after = (await of<Groups>('groups')).chats
  assert.equal(
    after.some(({ name }) => name === 'Beide'),
    false,
  )
})

test('documents are counted for one person as „Stand“ counts them for all', async () => {
  const content = processOf(paragraph(textareaField('Eins')), paragraph(textareaField('Zwei')))
  const publish = (name: string, group: string) =>
    publishDoc(clara, content, { name, ...onlyForGroups(group) })
  const begun = await publish('Begonnen', 'Bühne')
  const missing = await publish('Fehlt noch', 'Bühne')
  const others = await publish('Für andere', 'Beide')
  await clara.send('DELETE', `/users/${annaId}/groups/Beide/`)
  await anna.send('PATCH', `/docs/${begun}/currentuserdata/`, { data: { Eins: 'ja' } })
  const { items } = await of<{ items: DocOfPerson[] }>('docs', { per_page: '200' })
  const stateOf = (id: number) => items.find((doc) => doc.id === id)
  assert.deepEqual([stateOf(begun)?.state, stateOf(begun)?.filled, stateOf(begun)?.fields], ['begun', 1, 2])
  assert.equal(stateOf(missing)?.state, 'missing')
  assert.equal(stateOf(others), undefined)
  const listed = (await clara.get(`/docs/${begun}/people/`)).body['items'] as {
    user_id: number
    state: string
  }[]
  assert.equal(listed.find(({ user_id }) => user_id === annaId)?.state, 'begun')
  const paged = await of<{ items: DocOfPerson[]; pages: number }>('docs', {
    per_page: '1',
    order_by: '+name',
  })
  assert.deepEqual([paged.items.length, paged.pages], [1, items.length])
})

test('teams are those whose times somebody records', async () => {
  const { id } = await insertHappening(db, { recorders: [annaId] })
  const { items } = await of<{ items: TeamOfPerson[] }>('teams')
  const team = items.find(({ happening_id }) => happening_id === id)
  assert.deepEqual([team?.records, team?.is_planned, team?.status], [true, false, 'Aktiv'])
})

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

test('who comes from the planner, is anonymous or unknown is not named here', async () => {
  const planned = await world.userId(cast.anna)
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
    ((await anna.get('/chat/direct/')).body as unknown as { name: string }[])
      .map(({ name }) => name)
      .filter((name) => name.startsWith('Mara'))
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
