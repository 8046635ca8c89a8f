import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  checkboxField,
  choiceField,
  choicesField,
  dateField,
  numberField,
  paragraph,
  processOf,
  textareaField,
  timeField,
} from '#contract/document/build.ts'
import type { DocCharts } from '#contract/rounds.ts'
import { cast } from '#demo/cast.ts'
import { type Client, testApp } from '#server/testing/app.ts'
import { publishDoc } from '#server/testing/docs.ts'

const app = await testApp()
after(() => app[Symbol.asyncDispose]())
const [anna, bruno, clara] = (await Promise.all(
  [cast.anna, cast.bruno, cast.clara].map((person) => app.as(person)),
)) as [Client, Client, Client]

const fields = processOf(paragraph(numberField('Kasse'), textareaField('Notiz'), checkboxField('Licht aus')))
const published = (content = fields) => publishDoc(clara, content)
const enter = (who: Client, id: number, data: object) =>
  who.send('PATCH', `/docs/${id}/currentuserdata/`, { data })
const reset = (id: number) => clara.send('POST', `/docs/${id}/userdata/reset/`)
const charts = async (id: number) => (await clara.get(`/docs/${id}/charts/`)).body as unknown as DocCharts

test('ticks are counted among those who have entered something, numbers with mean and spread, and texts not at all', async () => {
  const id = await published()
  await enter(anna, id, { Kasse: 10, 'Licht aus': 'Bestätigt' })
  await enter(bruno, id, { Kasse: 13 })
  await enter(clara, id, { Notiz: 'nur das' })
  const { people, rounds, items } = await charts(id)
  assert.deepEqual([people, rounds], [3, []])
  assert.deepEqual(
    items.map(({ field, count, mean, least, most }) => [field, count, mean, least, most]),
    [
      ['Kasse', 2, 11.5, 10, 13],
      ['Licht aus', 1, null, null, null],
    ],
  )
  assert.deepEqual(
    items[0]?.spread.map(({ count }) => count),
    [1, 0, 0, 1],
  )
})

test('rounds follow one another from the oldest, with nothing where a field was not asked yet, or as another kind', async () => {
  const id = await published()
  await enter(anna, id, { Kasse: 10, 'Licht aus': 'Bestätigt' })
  await enter(bruno, id, { Kasse: 20, 'Licht aus': 'Bestätigt' })
  await reset(id)
  await enter(anna, id, { Kasse: 7 })
  await reset(id)
  const content = processOf(
    paragraph(numberField('Kasse'), numberField('Licht aus'), checkboxField('Tür zu')),
  )
  await clara.send('PATCH', `/docs/${id}/`, { content })
  const { people, rounds, items } = await charts(id)
  assert.equal(people, 0)
  assert.deepEqual(
    rounds.map((round) => round.people),
    [2, 1],
  )
  assert.deepEqual(
    items.map(({ field, course }) => [field, course]),
    [
      ['Kasse', [15, 7]],
      ['Licht aus', [null, null]],
      ['Tür zu', [null, null]],
    ],
  )
  assert.deepEqual(items[0]?.spread, [])
})

test('of what is chosen it is counted how many have each option now; days and times are left out', async () => {
  const id = await published(
    processOf(
      paragraph(
        choiceField('Größe', 'S', 'M', 'L'),
        choicesField('Geräte', 'Funk', 'Lampe'),
        dateField('Tag'),
        timeField('Zeit'),
      ),
    ),
  )
  await enter(anna, id, { Größe: 'M', Geräte: 'Funk\nLampe', Tag: '2026-11-21', Zeit: '08:00' })
  await enter(bruno, id, { Größe: 'M', Geräte: 'Lampe' })
  await enter(clara, id, { Größe: 'S' })
  const { items } = await charts(id)
  assert.deepEqual(
    items.map(({ field, count, options, mean }) => [
      field,
      count,
      options?.map((one) => `${one.text} ${one.count}`).join(),
      mean,
    ]),
    [
      ['Größe', 3, 'S 1,M 2,L 0', null],
      ['Geräte', 2, 'Funk 1,Lampe 2', null],
    ],
  )
  await reset(id)
  assert.deepEqual(
    (await charts(id)).items.map(({ course }) => course),
    [[null], [null]],
  )
})
