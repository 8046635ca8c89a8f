import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { DocListItem } from '#contract/docs.ts'
import {
  checkboxField,
  choiceField,
  choicesField,
  conditionalSection,
  dateField,
  markRequired,
  numberField,
  paragraph,
  processOf,
  section,
  textareaField,
  timeField,
} from '#contract/document/build.ts'
import { fieldsOf } from '#contract/document/outline.ts'
import type { Tree } from '#contract/document/tree.ts'
import type { DocOfPerson, DocPeople } from '#contract/publishing.ts'
import type { DocResults, HandInKind } from '#contract/results.ts'
import type { ValidationProblem } from '#contract/shapes.ts'
import type { Today } from '#contract/today.ts'
import { cast } from '#demo/cast.ts'
import type { Sheet } from '#server/exports/excel/input.ts'
import { testApp } from '#server/testing/app.ts'
import { publishDoc } from '#server/testing/docs.ts'
import { toResultSheets } from '../results/sheets.ts'
import { moveAnswers } from './rename-answers.ts'

const kontor = await testApp()
after(() => kontor[Symbol.asyncDispose]())
const clara = await kontor.as(cast.clara)
const anna = await kontor.as(cast.anna)

const content = processOf(paragraph(numberField('Zahl'), textareaField('Text'), checkboxField('Haken')))
const activeDoc = (shown: Tree = content, hand_in: HandInKind | null = null) =>
  publishDoc(clara, shown, { hand_in })
const path = (id: number) => `/docs/${id}/currentuserdata/`
const fill = (id: number, data: object, believed?: object) =>
  anna.send('PATCH', path(id), { data, ...(believed && { believed }) })
const answers = async (id: number) => (await anna.get(path(id))).body['data']

/** Progress by every source: list, people, one person's page, „Heute“. */
async function progressOf(id: number) {
  const list = (await anna.get('/docs/', { query: { per_page: '200' } })).body as { items: DocListItem[] }
  const listed = list.items.find((one) => one.id === id)
  const people = (await clara.get(`/docs/${id}/people/`, { query: { per_page: '200' } })).body as DocPeople
  const person = people.items.find(({ username }) => username === cast.anna.username)
  assert.deepEqual([person?.filled, person?.fields], [listed?.filled, listed?.fields])
  const own = await clara.get(`/users/${await kontor.userId(cast.anna)}/docs/`, {
    query: { per_page: '200' },
  })
  const { items } = own.body as { items: DocOfPerson[] }
  const onPage = items.find((one) => one.id === id)
  assert.deepEqual(
    [onPage?.state, onPage?.filled, onPage?.fields],
    [person?.state, person?.filled, person?.fields],
  )
  const today = (await anna.get('/today/')).body as unknown as Today
  assert.equal(
    today.docs.items.some((one) => one.id === id),
    person?.state !== 'finished',
  )
  return `${person?.state} ${person?.filled}/${person?.fields}`
}

test('where a process has required fields, whoever has filled in all of these has finished', async () => {
  const id = await activeDoc(
    processOf(paragraph(markRequired(textareaField('Name')), textareaField('Wunsch'))),
  )
  assert.equal(await progressOf(id), 'missing 0/1')
  await fill(id, { Wunsch: 'Gang' })
  assert.equal(await progressOf(id), 'begun 0/1')
  await fill(id, { Name: 'Anna' })
  assert.equal(await progressOf(id), 'finished 1/1')
  await clara.send('PATCH', `/docs/${id}/`, {
    content: processOf(paragraph(textareaField('Name'), textareaField('Wunsch'), textareaField('Noch'))),
  })
  assert.equal(await progressOf(id), 'begun 2/3')
})

test('what a condition hides is not missing, and what was entered there stays and counts again with it', async () => {
  const content = processOf(
    paragraph(checkboxField('Auto'), textareaField('Name')),
    conditionalSection(
      { field: 'Auto', is: 'filled' },
      section('Auto', paragraph(textareaField('Kennzeichen'))),
    ),
  )
  const id = await activeDoc(content)
  assert.equal(await progressOf(id), 'missing 0/2')
  // Clearing an empty field does not count as an answer.
  await fill(id, { Name: null })
  assert.equal(await progressOf(id), 'missing 0/2')
  await fill(id, { Auto: 'Bestätigt', Name: 'Anna' })
  assert.equal(await progressOf(id), 'begun 2/3')
  await fill(id, { Kennzeichen: 'B-AB 1' })
  assert.equal(await progressOf(id), 'finished 3/3')
  await fill(id, { Auto: null })
  assert.equal(await progressOf(id), 'begun 1/2')
  const { body } = await anna.get(`/docs/${id}/currentuserdata/`)
  assert.deepEqual(body['data'], { Name: 'Anna', Kennzeichen: 'B-AB 1' })
  const results = await clara.get(`/docs/${id}/userdata/`)
  assert.match(results.text, /B-AB 1/)
  // Without the condition, the field that it hid is asked for again, from everybody who has answered.
  await clara.send('PATCH', `/docs/${id}/`, {
    content: processOf(
      paragraph(checkboxField('Auto'), textareaField('Name')),
      section('Auto', paragraph(textareaField('Kennzeichen'))),
    ),
  })
  assert.equal(await progressOf(id), 'begun 2/3')
})

test('where a process is handed in, whoever has has finished, whatever is required; what is hidden counts for nobody', async () => {
  const content = processOf(
    paragraph(checkboxField('Auto'), markRequired(textareaField('Name'))),
    conditionalSection(
      { field: 'Auto', is: 'filled' },
      section('Auto', paragraph(markRequired(textareaField('Kennzeichen')))),
    ),
  )
  const id = await activeDoc(content, 'plain')
  await fill(id, { Name: 'Anna' })
  assert.equal(await progressOf(id), 'begun 1/1')
  await fill(id, { Auto: 'Bestätigt' })
  assert.equal(await progressOf(id), 'begun 1/2')
  assert.equal((await anna.send('POST', `/docs/${id}/currentuserdata/hand_in/`, {})).status, 200)
  assert.equal(await progressOf(id), 'finished 1/2')
  assert.equal((await fill(id, { Auto: null })).status, 409)
  assert.equal((await anna.send('DELETE', `/docs/${id}/currentuserdata/hand_in/`)).status, 200)
  assert.equal(await progressOf(id), 'begun 1/2')
})

test('whoever hands in without an answer is asked for no more than before', async () => {
  const content = processOf(
    paragraph(checkboxField('Auto'), textareaField('Name')),
    conditionalSection(
      { field: 'Auto', is: 'filled' },
      section('Auto', paragraph(textareaField('Kennzeichen'))),
    ),
  )
  const id = await activeDoc(content, 'plain')
  assert.equal((await anna.send('POST', `/docs/${id}/currentuserdata/hand_in/`, {})).status, 200)
  assert.equal(await progressOf(id), 'finished 0/2')
})

test('a condition that is none is refused in a sentence', async () => {
  const id = await activeDoc(processOf())
  for (const condition of [
    'ja',
    { field: 'a', is: 'maybe' },
    { field: 'a', is: 'option' },
    { is: 'filled' },
  ]) {
    const content = processOf(conditionalSection(condition as never, section('x')))
    const refused = await clara.send('PATCH', `/docs/${id}/`, { content })
    assert.equal(refused.status, 422, JSON.stringify(condition))
    assert.match(String(refused.body['details']), /Die Bedingung eines Abschnitts passt nicht/)
  }
})

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
    (refused.body['detail'] as ValidationProblem[]).map(({ loc }) => loc),
    [['body', 'data', 'Zahl']],
  )
  assert.deepEqual(await answers(id), { Zahl: 1, Text: 'alt' })
  // A value equal to the stored one causes no conflict, as in a repeated request. `believed` is optional.
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
    (body['detail'] as ValidationProblem[]).map(({ loc, type }) => [...loc, type]),
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

test('names that no field has are not stored, and the answer says so', async () => {
  const id = await activeDoc()
  const { body } = await fill(id, { Zahl: 1, Unbekannt: 'x' })
  assert.deepEqual(body, { success: true, details: '', ignored: ['Unbekannt'] })
  assert.deepEqual(await answers(id), { Zahl: 1 })
})

test('who fills in under the name that a field had is told what it is called today', async () => {
  const id = await activeDoc()
  await clara.send('PATCH', `/docs/${id}/`, {
    content: processOf(paragraph(numberField('Anzahl'), textareaField('Text'))),
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
  const renamed = processOf(paragraph(numberField('Anzahl'), textareaField('Haken'), checkboxField('Text')))
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
  // c is an old answer of a removed field. So b cannot move to c, and a cannot move to b.
  const row = { a: 1, b: 2, c: 3 }
  assert.equal(moveAnswers(row, { a: 'b', b: 'c' }), undefined)
  assert.deepEqual(moveAnswers({ ...row, d: 4 }, { a: 'b', b: 'c', d: 'e' }), { ...row, e: 4 })
  assert.deepEqual(moveAnswers({ a: 1, b: 2 }, { a: 'c', b: 'c' }), { c: 1, b: 2 })
})

test('a removed field keeps its answers and has them again when it returns', async () => {
  const id = await activeDoc()
  await fill(id, { Zahl: 1, Text: 'a' })
  await clara.send('PATCH', `/docs/${id}/`, { content: processOf(paragraph(numberField('Zahl'))) })
  await fill(id, { Zahl: 2 })
  await clara.send('PATCH', `/docs/${id}/`, { content })
  assert.deepEqual(await answers(id), { Zahl: 2, Text: 'a' })
})

const choosing = processOf(
  paragraph(choiceField('Größe', 'Klein', 'Groß'), choicesField('Geräte', 'Funk', 'Lampe', 'Weste')),
  paragraph(dateField('Wann'), timeField('Beginn')),
)
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
  const id = await activeDoc(choosing)
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
  const id = await activeDoc(choosing)
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
  // A device that was offline still knows and sends the old option texts.
  const late = await fill(id, { Geräte: 'Groß' }, { Geräte: 'Klein\nGroß' })
  assert.equal(late.status, 412)
  assert.equal((await fill(id, { Größe: 'Groß' }, { Größe: 'Groß' })).status, 200)
  assert.deepEqual(await answers(id), { Größe: 'Klein', Geräte: 'Winzig\nKlein' })
})

test('what was chosen and is no option any more is kept among the former fields, and counts again when it returns', async () => {
  const id = await activeDoc(choosing)
  await fill(id, all)
  const less = processOf(
    paragraph(choiceField('Größe', 'Klein'), choicesField('Geräte', 'Funk'), textareaField('Wann')),
  )
  await clara.send('PATCH', `/docs/${id}/`, { content: less })
  const { former, items } = await results(id)
  assert.equal(former, true)
  assert.deepEqual(items[0]?.values, [null, 'Funk', '2026-11-21'])
  assert.equal((await listed(id))?.filled, 2)
  const sheets = toResultSheets({
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
  await clara.send('PATCH', `/docs/${id}/`, { content: choosing })
  assert.deepEqual((await results(id)).items[0]?.values, Object.values(all))
})

test('in Excel a day is a day, a time is a time, and several that were chosen stand on one line', () => {
  const [sheet] = toResultSheets({
    fields: fieldsOf(choosing),
    people: [{ user_id: 1, username: 'anna', display_name: 'Abel, Anna', data: all }],
  })
  assert.deepEqual(
    sheet?.columns.slice(2).map(({ type }) => type),
    ['text', 'text', 'date', 'time'],
  )
  assert.deepEqual(firstRow(sheet), ['Groß', 'Funk; Weste', '2026-11-21', '18:30'])
})
