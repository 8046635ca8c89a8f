import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { DocResults } from '#contract/docs.ts'
import { cast } from '#demo/cast.ts'
import { testApp } from '#server/testing/app.ts'
import { number, paragraph, processOf, textarea } from '#server/testing/documents.ts'

const kontor = await testApp()
after(() => kontor[Symbol.asyncDispose]())
const clara = await kontor.as(cast.clara)
const anna = await kontor.as(cast.anna)
const bruno = await kontor.as(cast.bruno)

async function filledDoc() {
  const id = (await clara.send('POST', '/docs/', { name: 'Ablauf' })).body['doc_id'] as number
  const content = processOf(paragraph(textarea('Wo'), number('Wie viele')))
  await clara.send('PATCH', `/docs/${id}/`, { content })
  await clara.send('PUT', `/docs/${id}/status/`, { status: 'Aktiv' })
  await clara.send('PUT', `/docs/${id}/visibility/public/`, { public: true })
  await anna.send('PATCH', `/docs/${id}/currentuserdata/`, { data: { Wo: 'Große Bühne', 'Wie viele': 12.5 } })
  await bruno.send('PATCH', `/docs/${id}/currentuserdata/`, { data: { Wo: 'Foyer' } })
  return id
}
const results = async (id: number, query: Record<string, string> = {}) =>
  (await clara.get(`/docs/${id}/userdata/`, { query })).body as unknown as DocResults
const namesIn = ({ items }: DocResults) => items.map(({ username }) => username)

test('each person has a row, each field a column, in the order of the document', async () => {
  const { fields, types, items } = await results(await filledDoc())
  assert.deepEqual(fields, ['Wo', 'Wie viele'])
  assert.deepEqual(types, ['textarea', 'text'])
  assert.deepEqual(
    items.map(({ username, values }) => [username, values]),
    [
      ['anna', ['Große Bühne', 12.5]],
      ['bruno', ['Foyer', null]],
    ],
  )
})

test('without a choice those who have filled in something are shown; the others on request', async () => {
  const id = await filledDoc()
  const all = namesIn(await results(id, { fill_status: 'all' }))
  const empty = namesIn(await results(id, { fill_status: 'empty' }))
  assert.equal(all.length, empty.length + 2)
  assert.ok(empty.includes('david') && !empty.includes('anna'))
})

test('the filter finds names and answers, numbers with their comma', async () => {
  const id = await filledDoc()
  assert.deepEqual(namesIn(await results(id, { filter: 'grosse buhne' })), ['anna'])
  assert.deepEqual(namesIn(await results(id, { filter: '12,5' })), ['anna'])
  assert.deepEqual(namesIn(await results(id, { filter: 'bruno' })), ['bruno'])
  assert.deepEqual(namesIn(await results(id, { filter: 'nirgends' })), [])
})

test('who may not see the document any more still has a row with what they filled in', async () => {
  const id = await filledDoc()
  await clara.send('PUT', `/docs/${id}/visibility/public/`, { public: false })
  assert.deepEqual(namesIn(await results(id)), ['anna', 'bruno'])
})

test('answers outlive their author as those of a deleted user', async () => {
  const id = await filledDoc()
  const user_id = (await clara.send('POST', '/users/', { username: 'kurz-da' })).body['user_id'] as number
  const theirs = await kontor.as({ ...cast.anna, username: 'kurz-da' })
  await theirs.send('PATCH', `/docs/${id}/currentuserdata/`, { data: { Wo: 'Dachboden' } })
  await clara.send('DELETE', `/users/${user_id}/`)
  const { items } = await results(id)
  assert.deepEqual(items.at(-1), {
    user_id: null,
    username: 'Gelöschter Benutzer',
    display_name: 'Gelöschter Benutzer',
    values: ['Dachboden', null],
  })
  assert.deepEqual(namesIn(await results(id, { filter: 'geloscht' })), ['Gelöschter Benutzer'])
})

test('a reset empties all answers and keeps the table as a round', async () => {
  const id = await filledDoc()
  assert.equal((await clara.send('POST', `/docs/${id}/userdata/reset/`)).status, 200)
  assert.deepEqual(namesIn(await results(id)), [])
  assert.deepEqual((await anna.get(`/docs/${id}/currentuserdata/`)).body, { data: {} })
  const { items } = (await clara.get(`/docs/${id}/userdata/rounds/`)).body as {
    items: { people: number; ended_by: string }[]
  }
  assert.deepEqual(
    items.map(({ people, ended_by }) => ({ people, ended_by })),
    [{ people: 2, ended_by: 'clara' }],
  )
})

test('a reset of nothing leaves no empty round', async () => {
  const id = await filledDoc()
  await clara.send('POST', `/docs/${id}/userdata/reset/`)
  await clara.send('POST', `/docs/${id}/userdata/reset/`)
  assert.equal(((await clara.get(`/docs/${id}/userdata/rounds/`)).body['items'] as []).length, 1)
})
