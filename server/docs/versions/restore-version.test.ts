import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  checkboxField,
  choiceField,
  numberField,
  paragraph,
  processOf,
  textareaField,
} from '#contract/document/build.ts'
import type { Tree } from '#contract/document/tree.ts'
import type { DocVersion } from '#contract/versions.ts'
import { cast } from '#demo/cast.ts'
import { type Client, testApp } from '#server/testing/app.ts'
import { publishDoc } from '#server/testing/docs.ts'

const kontor = await testApp()
after(() => kontor[Symbol.asyncDispose]())
const clara = await kontor.as(cast.clara)
const anna = await kontor.as(cast.anna)
const bruno = await kontor.as(cast.bruno)

/** A published process, saved with each of these contents in turn. */
async function saved(first: Tree, ...others: Tree[]): Promise<number> {
  const id = await publishDoc(clara, first)
  for (const content of others) await save(id, content)
  return id
}
const save = (id: number, content: Tree, renames: Record<string, string> = {}) =>
  clara.send('PATCH', `/docs/${id}/`, { content, renames })
const restore = (id: number, version: number, headers: Record<string, string> = {}) =>
  clara.send('POST', `/docs/${id}/versions/${version}/restore/`, undefined, { headers })
const effects = async (id: number, version: number) =>
  (await clara.get(`/docs/${id}/versions/${version}/effects/`)).body
const enter = (who: Client, id: number, data: object) =>
  who.send('PATCH', `/docs/${id}/currentuserdata/`, { data })
const answers = async (who: Client, id: number) =>
  (await who.get(`/docs/${id}/currentuserdata/`)).body['data']
const content = async (id: number) => (await clara.get(`/docs/${id}/`)).body['content']
const list = async (id: number) => (await clara.get(`/docs/${id}/versions/`)).body['items'] as DocVersion[]

const [one, two] = [processOf(paragraph('Eins')), processOf(paragraph('Zwei'))]

test('a restored content is the present one, and what there was before stays a version', async () => {
  const id = await saved(one, two)
  const { status, body, headers } = await restore(id, 2)
  assert.deepEqual([status, body['version'], headers['etag']], [200, 4, '"4"'])
  assert.deepEqual(await content(id), one)
  const [newest, before, first] = await list(id)
  assert.deepEqual([newest?.version, newest?.is_present, newest?.restores], [4, true, first?.saved_at])
  assert.deepEqual([before?.version, before?.restores], [3, null])
})

test('nothing happens where a version is the present one already', async () => {
  const id = await saved(one, two)
  assert.equal((await restore(id, 3)).body['version'], 3)
  assert.equal((await list(id)).length, 3)
})

test('nobody restores over a version that they have not seen', async () => {
  const id = await saved(one, two)
  const refused = await restore(id, 2, { 'if-match': '"2"' })
  assert.deepEqual(
    [refused.status, refused.body['details']],
    [412, 'Der Prozess wurde inzwischen von jemand anderem gespeichert.'],
  )
  assert.deepEqual(await content(id), two)
  assert.equal((await restore(id, 2, { 'if-match': '"3"' })).status, 200)
})

test('whoever asks again, since no answer came, is told that it is done; what others have saved since stays', async () => {
  const id = await saved(one, two)
  for (const _ of ['first', 'again']) {
    const { status, body } = await restore(id, 2, { 'if-match': '"3"' })
    assert.deepEqual([status, body['version']], [200, 4])
  }
  assert.equal((await list(id)).length, 4)
  await save(id, two)
  assert.equal((await restore(id, 2, { 'if-match': '"3"' })).status, 412)
})

test('a version with the present content still brings back the answers to a field that was renamed since', async () => {
  const before = processOf(paragraph(numberField('Kasse')))
  const after = processOf(paragraph(numberField('Bestand')))
  const id = await saved(before)
  await enter(anna, id, { Kasse: 7 })
  await save(id, after, { Kasse: 'Bestand' })
  await save(id, before)
  await restore(id, 2)
  assert.deepEqual(await answers(anna, id), { Kasse: 7 })
})

test('answers come back with the fields of a version, under the names that these had, whatever they were called since', async () => {
  const id = await saved(processOf(paragraph(numberField('Kasse'), textareaField('Notiz'))))
  await enter(anna, id, { Kasse: 7, Notiz: 'gut' })
  await save(id, processOf(paragraph(numberField('Bestand'))), { Kasse: 'Bestand' })
  await save(id, processOf(paragraph(numberField('Betrag'))), { Bestand: 'Betrag' })
  assert.deepEqual(await answers(anna, id), { Betrag: 7, Notiz: 'gut' })
  await enter(bruno, id, { Betrag: 12 })
  assert.deepEqual(await effects(id, 2), { people: 1, goes: [], returns: [{ field: 'Notiz', people: 1 }] })
  await restore(id, 2)
  assert.deepEqual(await answers(anna, id), { Kasse: 7, Notiz: 'gut' })
  assert.deepEqual(await answers(bruno, id), { Kasse: 12 })
  await restore(id, 4)
  assert.deepEqual(await answers(anna, id), { Betrag: 7, Notiz: 'gut' })
})

test('fields that have changed places do so again', async () => {
  const both = processOf(paragraph(textareaField('A'), textareaField('B')))
  const id = await saved(both)
  await enter(anna, id, { A: 'erstens', B: 'zweitens' })
  await save(id, processOf(paragraph(textareaField('B'), textareaField('A'))), { A: 'B', B: 'A' })
  assert.deepEqual(await answers(anna, id), { B: 'erstens', A: 'zweitens' })
  await restore(id, 2)
  assert.deepEqual(await answers(anna, id), { A: 'erstens', B: 'zweitens' })
})

test('an answer that stands in the way of one that comes back stays, and so does the other', async () => {
  const id = await saved(processOf(paragraph(textareaField('Alt'))))
  await enter(anna, id, { Alt: 'eins' })
  await save(id, processOf(paragraph(textareaField('Neu'))), { Alt: 'Neu' })
  await save(id, processOf(paragraph(textareaField('Neu'), textareaField('Alt'))))
  await enter(anna, id, { Alt: 'zwei' })
  await restore(id, 2)
  assert.deepEqual(await answers(anna, id), { Neu: 'eins', Alt: 'zwei' })
  const { body } = await clara.get(`/docs/${id}/userdata/`)
  assert.equal(body['former'], true)
})

test('what was chosen is said in the words of the version, also where the field was gone meanwhile', async () => {
  const id = await saved(processOf(paragraph(choiceField('Farbe', 'rot', 'blau'))))
  await enter(anna, id, { Farbe: 'rot' })
  await save(id, processOf(paragraph(choiceField('Farbe', 'rosa', 'blau'))))
  assert.deepEqual(await answers(anna, id), { Farbe: 'rosa' })
  await save(id, one)
  assert.deepEqual(await effects(id, 2), { people: 1, goes: [], returns: [{ field: 'Farbe', people: 1 }] })
  await restore(id, 2)
  assert.deepEqual(await answers(anna, id), { Farbe: 'rot' })
})

test('the effects say of how many people answers would not be shown any more, or again', async () => {
  const id = await saved(
    processOf(paragraph(textareaField('Notiz'), checkboxField('Licht aus'))),
    processOf(paragraph(textareaField('Notiz'), numberField('Kasse'))),
  )
  await enter(anna, id, { Kasse: 7, Notiz: 'gut' })
  await enter(bruno, id, { Kasse: 9 })
  assert.deepEqual(await effects(id, 2), { people: 2, goes: [{ field: 'Kasse', people: 2 }], returns: [] })
  assert.deepEqual(await effects(id, 3), { people: 0, goes: [], returns: [] })
  await restore(id, 2)
  assert.deepEqual(await effects(id, 3), { people: 2, goes: [], returns: [{ field: 'Kasse', people: 2 }] })
})
