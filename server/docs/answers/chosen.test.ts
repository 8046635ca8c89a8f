import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { DocListItem } from '#contract/docs.ts'
import { choice, choices, date, paragraph, processOf, textarea, time } from '#contract/document/build.ts'
import { fieldsOf } from '#contract/document/conditions.ts'
import type { Value } from '#contract/document/fields.ts'
import type { Tree } from '#contract/document/tree.ts'
import type { DocResults } from '#contract/results.ts'
import { cast } from '#demo/cast.ts'
import type { Sheet } from '#server/exports/excel/input.ts'
import { testApp } from '#server/testing/app.ts'
import { sheetsOf } from '../results/sheets.ts'

const kontor = await testApp()
after(() => kontor[Symbol.asyncDispose]())
const clara = await kontor.as(cast.clara)
const anna = await kontor.as(cast.anna)

const content = processOf(
  paragraph(choice('Größe', 'Klein', 'Groß'), choices('Geräte', 'Funk', 'Lampe', 'Weste')),
  paragraph(date('Wann'), time('Beginn')),
)
async function activeDoc(shown = content) {
  const id = (await clara.send('POST', '/docs/', { name: 'Ausgabe' })).body['doc_id'] as number
  await clara.send('PATCH', `/docs/${id}/`, { content: shown })
  await clara.send('PUT', `/docs/${id}/status/`, { status: 'Aktiv' })
  await clara.send('PUT', `/docs/${id}/visibility/public/`, { public: true })
  return id
}
const fill = (id: number, data: Record<string, Value>, believed?: Record<string, Value>) =>
  anna.send('PATCH', `/docs/${id}/currentuserdata/`, { data, ...(believed && { believed }) })
const answers = async (id: number) => (await anna.get(`/docs/${id}/currentuserdata/`)).body['data']
const results = async (id: number, filter = '') =>
  (await clara.get(`/docs/${id}/userdata/`, { query: { filter } })).body as unknown as DocResults
const listed = async (id: number) => {
  const { items } = (await anna.get('/docs/', { query: { per_page: '200' } })).body as {
    items: DocListItem[]
  }
  return items.find((one) => one.id === id)
}
const firstRow = (sheet: Sheet | undefined) => (sheet?.rows as string[][] | undefined)?.[0]?.slice(2)
const all = { Größe: 'Groß', Geräte: 'Funk\nWeste', Wann: '2026-11-21', Beginn: '18:30' }

test('what was chosen is stored, counted, shown to administrators and found as it is read', async () => {
  const id = await activeDoc()
  assert.equal((await fill(id, { ...all, Geräte: 'Weste\nFunk' })).status, 200)
  assert.deepEqual(await answers(id), all)
  assert.equal((await listed(id))?.filled, 4)
  const { types, items } = await results(id)
  assert.deepEqual(types, ['choice', 'choices', 'date', 'time'])
  assert.deepEqual(items[0]?.values, Object.values(all))
  for (const filter of ['groß', 'weste', '21.11.2026', '2026-11-21', '18:30'])
    assert.equal((await results(id, filter)).items.length, 1, filter)
  assert.equal((await results(id, 'lampe')).items.length, 0)
  const found = (await anna.get('/find/', { query: { filter: '21.11.2026' } })).body as {
    answers: { items: { doc_id: number; field: string }[] }
  }
  assert.deepEqual(
    found.answers.items.filter(({ doc_id }) => doc_id === id).map(({ field }) => field),
    ['Wann'],
  )
  const person = await clara.get(`/docs/${id}/people/${await kontor.userId(cast.anna)}/`)
  assert.deepEqual((person.body['answers'] as unknown[])[2], {
    field: 'Wann',
    type: 'date',
    value: '2026-11-21',
  })
})

test('what cannot be chosen is refused in a sentence, and nothing of it is stored', async () => {
  const id = await activeDoc()
  for (const [data, sentence] of [
    [{ Größe: 'Mittel' }, 'Für „Größe“ wird eine der Möglichkeiten erwartet.'],
    [{ Größe: 'Klein\nGroß' }, 'Für „Größe“ wird eine der Möglichkeiten erwartet.'],
    [
      { Geräte: 'Funk\nZelt' },
      'Für „Geräte“ wird eine Auswahl aus den Möglichkeiten, jede in einer Zeile erwartet.',
    ],
    [{ Wann: '2026-02-29' }, 'Für „Wann“ wird ein Datum wie 2026-11-21 erwartet.'],
    [{ Wann: 20261121 }, 'Für „Wann“ wird ein Datum wie 2026-11-21 erwartet.'],
    [{ Beginn: '24:00' }, 'Für „Beginn“ wird eine Uhrzeit wie 18:30 erwartet.'],
  ] as const) {
    const refused = await fill(id, data)
    assert.equal(refused.status, 422, JSON.stringify(data))
    assert.equal(refused.body['details'], sentence)
  }
  assert.deepEqual(await answers(id), {})
  for (const options of [[{ id: 'm1', text: 'a\nb' }], 'Ja', [{ id: 'm1' }]]) {
    const field = { type: 'active', attrs: { name: 'a', type: 'choice', options } }
    const refused = await clara.send('PATCH', `/docs/${id}/`, { content: processOf(paragraph(field)) })
    assert.equal(refused.status, 422, JSON.stringify(options))
  }
})

const withOptions = (...texts: [id: string, text: string][]): Tree =>
  processOf(
    paragraph(
      { type: 'active', attrs: { name: 'Größe', type: 'choice', options: optionsOf(texts) } },
      { type: 'active', attrs: { name: 'Geräte', type: 'choices', options: optionsOf(texts) } },
    ),
  )
const optionsOf = (texts: [id: string, text: string][]) => texts.map(([id, text]) => ({ id, text }))

test('an option with other words takes its answers along, also those that are still on their way', async () => {
  const id = await activeDoc(withOptions(['m1', 'Klein'], ['m2', 'Groß']))
  await fill(id, { Größe: 'Groß', Geräte: 'Klein\nGroß' })
  await clara.send('PATCH', `/docs/${id}/`, { content: withOptions(['m2', 'Klein'], ['m1', 'Winzig']) })
  assert.deepEqual(await answers(id), { Größe: 'Klein', Geräte: 'Winzig\nKlein' })
  // A device without a network has seen the old words, and chosen by them.
  const late = await fill(id, { Geräte: 'Groß' }, { Geräte: 'Klein\nGroß' })
  assert.equal(late.status, 412)
  assert.equal((await fill(id, { Größe: 'Groß' }, { Größe: 'Groß' })).status, 200)
  assert.deepEqual(await answers(id), { Größe: 'Klein', Geräte: 'Winzig\nKlein' })
})

test('what was chosen and is no option any more is kept among the former fields, and counts again when it returns', async () => {
  const id = await activeDoc()
  await fill(id, all)
  const less = processOf(paragraph(choice('Größe', 'Klein'), choices('Geräte', 'Funk'), textarea('Wann')))
  await clara.send('PATCH', `/docs/${id}/`, { content: less })
  const { former, items } = await results(id)
  assert.equal(former, true)
  assert.deepEqual(items[0]?.values, [null, 'Funk', '2026-11-21'])
  assert.equal((await listed(id))?.filled, 2)
  const sheets = sheetsOf({
    fields: fieldsOf(less),
    people: [{ user_id: 1, username: 'anna', display_name: 'Abel, Anna', data: all }],
  })
  assert.deepEqual(
    sheets.map(({ columns }) => columns.slice(2).map(({ name }) => name)),
    [
      ['Größe', 'Geräte', 'Wann'],
      ['Beginn', 'Geräte', 'Größe'],
    ],
  )
  assert.deepEqual(firstRow(sheets[1]), ['18:30', 'Weste', 'Groß'])
  await clara.send('PATCH', `/docs/${id}/`, { content })
  assert.deepEqual((await results(id)).items[0]?.values, Object.values(all))
})

test('in Excel a day is a day, a time is a time, and several that were chosen stand on one line', () => {
  const [sheet] = sheetsOf({
    fields: fieldsOf(content),
    people: [{ user_id: 1, username: 'anna', display_name: 'Abel, Anna', data: all }],
  })
  assert.deepEqual(
    sheet?.columns.slice(2).map(({ type }) => type),
    ['text', 'text', 'date', 'time'],
  )
  assert.deepEqual(firstRow(sheet), ['Groß', 'Funk; Weste', '2026-11-21', '18:30'])
})
