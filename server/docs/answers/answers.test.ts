import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { DocListItem } from '#contract/docs.ts'
import { checkbox, number, paragraph, processOf, textarea } from '#contract/document/build.ts'
import type { Problem } from '#contract/shapes.ts'
import { cast } from '#demo/cast.ts'
import { testApp } from '#server/testing/app.ts'
import { moveAnswers } from './rename-answers.ts'

const kontor = await testApp()
after(() => kontor[Symbol.asyncDispose]())
const clara = await kontor.as(cast.clara)
const anna = await kontor.as(cast.anna)

const content = processOf(paragraph(number('Zahl'), textarea('Text'), checkbox('Haken')))
async function activeDoc() {
  const id = (await clara.send('POST', '/docs/', { name: 'Ablauf' })).body['doc_id'] as number
  await clara.send('PATCH', `/docs/${id}/`, { content })
  await clara.send('PUT', `/docs/${id}/status/`, { status: 'Aktiv' })
  await clara.send('PUT', `/docs/${id}/visibility/public/`, { public: true })
  return id
}
const path = (id: number) => `/docs/${id}/currentuserdata/`
const fill = (id: number, data: object) => anna.send('PATCH', path(id), { data })
const answers = async (id: number) => (await anna.get(path(id))).body['data']

test('answers merge: named fields are replaced, null and "" empty them, others stay', async () => {
  const id = await activeDoc()
  await fill(id, { Zahl: 12.5, Text: 'erst', Haken: 'Bestätigt' })
  await fill(id, { Text: 'dann' })
  assert.deepEqual(await answers(id), { Zahl: 12.5, Text: 'dann', Haken: 'Bestätigt' })
  await fill(id, { Text: '', Haken: null })
  assert.deepEqual(await answers(id), { Zahl: 12.5 })
})

test('a text of blanks is stored as it was typed, but counts as nothing that was filled in', async () => {
  const id = await activeDoc()
  const filled = async () => {
    const { items } = (await anna.get('/docs/', { query: { per_page: '200' } })).body as {
      items: DocListItem[]
    }
    const { body } = await clara.get(`/docs/${id}/userdata/`)
    return [items.find((one) => one.id === id)?.filled, body['filled']]
  }
  for (const nothing of [' \n ', '\u00a0', '\u200b', '\u3000\ufeff', '\u00ad', '\u2800']) {
    await fill(id, { Text: nothing })
    assert.deepEqual(await answers(id), { Text: nothing })
    assert.deepEqual(await filled(), [0, 0], JSON.stringify(nothing))
  }
  for (const something of [' . ', '\u200b–', '👍', 'ß']) {
    await fill(id, { Text: something })
    assert.deepEqual(await filled(), [1, 1], something)
  }
})

test('what arithmetic leaves behind the digits that are kept is rounded; a number too large for them is refused', async () => {
  const id = await activeDoc()
  await fill(id, { Zahl: 0.1 + 0.2 })
  assert.deepEqual(await answers(id), { Zahl: 0.3 })
  await fill(id, { Zahl: 1.1 * 3 })
  assert.deepEqual(await answers(id), { Zahl: 3.3 })
  for (const number of ['1e15', '9007199254740993']) {
    const refused = await anna.send('PATCH', path(id), { data: { Zahl: Number(number) } })
    assert.equal(refused.status, 422, number)
  }
  for (const number of [123_456_789_012_345, 0.123456789012345, -1e-12]) {
    await fill(id, { Zahl: number })
    assert.deepEqual(await answers(id), { Zahl: number })
  }
})

test('what was changed elsewhere since somebody saw it is not overwritten: nothing is stored, and the fields are named', async () => {
  const id = await activeDoc()
  await fill(id, { Zahl: 1, Text: 'alt' })
  const refused = await anna.send('PATCH', path(id), {
    data: { Zahl: 3, Text: 'neu', Haken: 'Bestätigt' },
    believed: { Zahl: 2, Text: 'alt', Haken: null },
  })
  assert.equal(refused.status, 412)
  assert.equal(refused.body['details'], '„Zahl“ wurde inzwischen woanders geändert.')
  assert.deepEqual(
    (refused.body['detail'] as Problem[]).map(({ loc }) => loc),
    [['body', 'data', 'Zahl']],
  )
  assert.deepEqual(await answers(id), { Zahl: 1, Text: 'alt' })
  // The value that is stored already contradicts nothing, as when the same request comes twice; and a request need not
  // say what it has seen.
  const again = await anna.send('PATCH', path(id), { data: { Zahl: 1 }, believed: { Zahl: 7 } })
  assert.equal(again.status, 200)
  assert.equal((await fill(id, { Zahl: 4 })).status, 200)
  assert.equal((await anna.send('PATCH', path(id), { data: { Zahl: 5 }, believed: { Zahl: 4 } })).status, 200)
  assert.deepEqual(await answers(id), { Zahl: 5, Text: 'alt' })
})

test('what was filled in for one round is stored in no later one, also where nothing stands there', async () => {
  const id = await activeDoc()
  await fill(id, { Text: 'alt' })
  const { round } = (await anna.get(path(id))).body
  assert.equal((await clara.send('POST', `/docs/${id}/userdata/reset/`)).status, 200)
  await fill(id, { Text: 'neu' })
  const late = { data: { Zahl: 3, Text: 'alt', Haken: null }, believed: { Zahl: null, Text: 'neu' }, round }
  const { status, body } = await anna.send('PATCH', path(id), late)
  assert.equal(status, 412)
  assert.equal(
    body['details'],
    '„Zahl“ wurde in einer früheren Runde ausgefüllt. Inzwischen hat eine neue begonnen.',
  )
  assert.deepEqual(
    (body['detail'] as Problem[]).map(({ loc, type }) => [...loc, type]),
    [
      ['body', 'data', 'Zahl', 'other_round'],
      ['body', 'data', 'Text', 'other_round'],
    ],
  )
  assert.deepEqual(await answers(id), { Text: 'neu' })
  // Values that equal the stored ones, and clearing an empty field, do not depend on the round.
  assert.equal((await anna.send('PATCH', path(id), { data: { Text: 'neu', Zahl: null }, round })).status, 200)
  const now = (await anna.get(path(id))).body['round']
  assert.equal((await anna.send('PATCH', path(id), { ...late, round: now })).status, 200)
  assert.deepEqual(await answers(id), { Text: 'alt', Zahl: 3 })
})

test('of two who fill in the same empty field at once one is told of the other', async () => {
  const id = await activeDoc()
  const both = await Promise.all(
    [1, 2].map((Zahl) => anna.send('PATCH', path(id), { data: { Zahl }, believed: { Zahl: null } })),
  )
  assert.deepEqual(
    both.map(({ status }) => status).sort((a, b) => a - b),
    [200, 412],
  )
})

test('a value of another kind than its field is refused, and none of the others is stored', async () => {
  const id = await activeDoc()
  for (const data of [
    { Zahl: '12' },
    { Text: 12 },
    { Haken: 'ja' },
    { Text: 'x'.repeat(10_001) },
    { Text: ['x'] },
    { Zahl: 1e15 },
    { Zahl: true },
  ]) {
    const refused = await fill(id, { Text: 'gut', ...data })
    assert.equal(refused.status, 422, JSON.stringify(data).slice(0, 40))
  }
  assert.deepEqual(await answers(id), {})
})

test('what somebody else typed on the same device is refused', async () => {
  const id = await activeDoc()
  const bruno = await kontor.userId(cast.bruno)
  const refused = await anna.send('PATCH', path(id), { data: { Zahl: 1 }, user_id: bruno })
  assert.equal(refused.status, 412)
  assert.equal(refused.body['details'], 'Hier ist inzwischen jemand anderes angemeldet.')
  assert.deepEqual(await answers(id), {})
  const user_id = await kontor.userId(cast.anna)
  assert.equal((await anna.send('PATCH', path(id), { data: { Zahl: 1 }, user_id })).status, 200)
  assert.deepEqual(await answers(id), { Zahl: 1 })
})

test('names that no field has are not stored, and the answer says so', async () => {
  const id = await activeDoc()
  const { body } = await fill(id, { Zahl: 1, Unbekannt: 'x' })
  assert.deepEqual(body, { success: true, details: '', ignored: ['Unbekannt'] })
  assert.deepEqual(await answers(id), { Zahl: 1 })
})

test('who fills in under the name that a field had is told what it is called today', async () => {
  const id = await activeDoc()
  await clara.send('PATCH', `/docs/${id}/`, {
    content: processOf(paragraph(number('Anzahl'), textarea('Text'))),
    renames: { Zahl: 'Anzahl' },
  })
  const { body } = await fill(id, { Zahl: 1, Text: 'a', Haken: 'Bestätigt' })
  assert.deepEqual(body['ignored'], ['Zahl', 'Haken'])
  assert.deepEqual(body['renamed'], { Zahl: 'Anzahl' })
  assert.deepEqual(await answers(id), { Text: 'a' })
})

test('only what is Aktiv is filled in; what is Erledigt shows the own answers', async () => {
  const id = await activeDoc()
  await fill(id, { Zahl: 3 })
  await clara.send('PUT', `/docs/${id}/status/`, { status: 'Erledigt' })
  const refused = await fill(id, { Zahl: 4 })
  assert.equal(refused.status, 409)
  assert.equal(refused.body['details'], 'Dieser Prozess lässt sich gerade nicht ausfüllen.')
  assert.deepEqual(await answers(id), { Zahl: 3 })
  await clara.send('PUT', `/docs/${id}/status/`, { status: 'Archiviert' })
  assert.equal((await fill(id, { Zahl: 4 })).status, 404)
})

test('two devices that fill in at once keep each other’s fields', async () => {
  const id = await activeDoc()
  await Promise.all([fill(id, { Zahl: 1 }), fill(id, { Text: 'a' }), fill(id, { Haken: 'Bestätigt' })])
  assert.deepEqual(await answers(id), { Zahl: 1, Text: 'a', Haken: 'Bestätigt' })
})

test('answers move along with a renamed field, also when two change places', async () => {
  const id = await activeDoc()
  await fill(id, { Zahl: 1, Text: 'a' })
  const renamed = processOf(paragraph(number('Anzahl'), textarea('Haken'), checkbox('Text')))
  await clara.send('PATCH', `/docs/${id}/`, {
    content: renamed,
    renames: { Zahl: 'Anzahl', Text: 'Haken', Haken: 'Text' },
  })
  assert.deepEqual(await answers(id), { Anzahl: 1, Haken: 'a' })
})

test('an answer stays where it is when its field does, or when no field has the new name', async () => {
  const id = await activeDoc()
  await fill(id, { Zahl: 1, Text: 'a' })
  const { status } = await clara.send('PATCH', `/docs/${id}/`, {
    content,
    renames: { Zahl: 'Gibt es nicht', Text: 'Haken' },
  })
  assert.equal(status, 200)
  assert.deepEqual(await answers(id), { Zahl: 1, Text: 'a' })
})

test('an answer never pushes another one out', () => {
  assert.equal(moveAnswers({ a: 1, b: 2 }, { a: 'b' }), undefined)
  assert.deepEqual(moveAnswers({ a: 1, b: 2 }, { a: 'b', b: 'a' }), { a: 2, b: 1 })
  assert.equal(moveAnswers({ a: 1 }, { x: 'y' }), undefined)
  // c is an old answer of a field that is gone: what should take its name stays, and what should follow that one too.
  const row = { a: 1, b: 2, c: 3 }
  assert.equal(moveAnswers(row, { a: 'b', b: 'c' }), undefined)
  assert.deepEqual(moveAnswers({ ...row, d: 4 }, { a: 'b', b: 'c', d: 'e' }), { ...row, e: 4 })
  assert.deepEqual(moveAnswers({ a: 1, b: 2 }, { a: 'c', b: 'c' }), { c: 1, b: 2 })
})

test('a removed field keeps its answers and has them again when it returns', async () => {
  const id = await activeDoc()
  await fill(id, { Zahl: 1, Text: 'a' })
  await clara.send('PATCH', `/docs/${id}/`, { content: processOf(paragraph(number('Zahl'))) })
  await fill(id, { Zahl: 2 })
  await clara.send('PATCH', `/docs/${id}/`, { content })
  assert.deepEqual(await answers(id), { Zahl: 2, Text: 'a' })
})
