// Administrators' page about a person: combines three calls.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { GroupOfPerson } from '#contract/assignments.ts'
import { paragraph, processOf, textarea } from '#contract/document/build.ts'
import type { DocOfPerson } from '#contract/publishing.ts'
import type { TeamOfPerson } from '#contract/shifts.ts'
import { cast } from '#demo/cast.ts'
import { testApp } from '#server/testing/app.ts'
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

test('only administrators may look, and only at somebody who is there', async () => {
  for (const part of ['groups', 'docs', 'teams']) {
    assert.equal((await anna.get(`/users/${annaId}/${part}/`)).status, 403)
    assert.equal((await world.client().get(`/users/${annaId}/${part}/`)).status, 401)
    assert.equal((await clara.get(`/users/2147483647/${part}/`)).status, 404)
  }
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
  const content = processOf(paragraph(textarea('Eins')), paragraph(textarea('Zwei')))
  const publish = async (name: string, groups: string[]) => {
    const { doc_id } = (await clara.send('POST', '/docs/', { name })).body
    await clara.send('PATCH', `/docs/${doc_id as number}/`, { content })
    const asked = { public: false, groups, notify: false }
    assert.equal((await clara.send('POST', `/docs/${doc_id as number}/publish/`, asked)).status, 200)
    return doc_id as number
  }
  const begun = await publish('Begonnen', ['Bühne'])
  const missing = await publish('Fehlt noch', ['Bühne'])
  const others = await publish('Für andere', ['Beide'])
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
