import assert from 'node:assert/strict'
import { after, mock, test } from 'node:test'
import { numberField, paragraph, processOf, textareaField } from '#contract/document/build.ts'
import type { Field } from '#contract/document/fields.ts'
import { whyNoResults } from '#contract/document/no-results.ts'
import type { DocResults } from '#contract/results.ts'
import { cast } from '#demo/cast.ts'
import type { Caller } from '#server/caller.ts'
import { withPlugin } from '#server/db/connect.ts'
import type { Sheet } from '#server/exports/excel/input.ts'
import { testApp } from '#server/testing/app.ts'
import { publishDoc } from '#server/testing/docs.ts'
import { filterByFillStatus, readResults } from './read-results.ts'
import { toResultSheets } from './sheets.ts'

const kontor = await testApp()
after(() => kontor[Symbol.asyncDispose]())
const clara = await kontor.as(cast.clara)
const anna = await kontor.as(cast.anna)
const bruno = await kontor.as(cast.bruno)

async function filledDoc() {
  const id = await publishDoc(clara, processOf(paragraph(textareaField('Wo'), numberField('Wie viele'))))
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

test('fields and answers are of one moment, though a field is renamed between the two statements', async () => {
  const id = await filledDoc()
  let hasChanged = false
  const db = withPlugin(kontor.kontor.db, {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (!hasChanged && result.rows.some((row) => 'fields' in row)) {
        hasChanged = true
        const content = processOf(paragraph(textareaField('Ort'), numberField('Wie viele')))
        await clara.send('PATCH', `/docs/${id}/`, { content, renames: { Wo: 'Ort' } })
      }
      return result
    },
  })
  const by = (await kontor.app.sessions.find(clara.cookie)) as Caller
  const { fields, items } = await readResults({ ...kontor.kontor, db }, by, id, {
    filter: '',
    fill_status: 'filled',
  })
  assert.ok(hasChanged)
  assert.deepEqual(
    [fields, items[0]?.values],
    [
      ['Wo', 'Wie viele'],
      ['Große Bühne', 12.5],
    ],
  )
  assert.deepEqual((await results(id)).fields, ['Ort', 'Wie viele'])
})

test('without a choice those who have filled in something are shown; the others on request', async () => {
  const id = await filledDoc()
  const all = namesIn(await results(id, { fill_status: 'all' }))
  const empty = namesIn(await results(id, { fill_status: 'empty' }))
  assert.equal(all.length, empty.length + 2)
  assert.ok(empty.includes('david') && !empty.includes('anna'))
  for (const fill_status of ['', 'Alle', 'null'])
    assert.deepEqual(namesIn(await results(id, { fill_status })), all)
})

test('whoever may not see it any more and has taken their answers back is not listed', async () => {
  const id = await filledDoc()
  await anna.send('PATCH', `/docs/${id}/currentuserdata/`, { data: { Wo: null, 'Wie viele': null } })
  await clara.send('PUT', `/docs/${id}/visibility/public/`, { public: false })
  assert.deepEqual(namesIn(await results(id, { fill_status: 'all' })), ['bruno', 'clara'])
})

test('each row says how far somebody is; nobody is said to be missing whom the process is not for', async () => {
  const id = await filledDoc()
  const states = async () =>
    (await results(id, { fill_status: 'all' })).items.map(({ username, state }) => [username, state] as const)
  const before = new Map(await states())
  assert.deepEqual(
    ['anna', 'bruno', 'clara'].map((name) => before.get(name)),
    ['finished', 'begun', 'missing'],
  )
  await clara.send('PUT', `/docs/${id}/visibility/groups/`, { groups: ['Bühne'] })
  await clara.send('PUT', `/docs/${id}/visibility/public/`, { public: false })
  assert.equal(new Map(await states()).get('clara'), null)
})

test('how many have filled in something is told whoever is shown', async () => {
  const id = await filledDoc()
  for (const fill_status of ['all', 'filled', 'empty']) {
    const { people, filled } = await results(id, { fill_status })
    assert.ok(people > 2)
    assert.equal(filled, 2)
  }
  const { people, filled } = await results(id, { filter: 'bruno' })
  assert.deepEqual({ people, filled }, { people: 1, filled: 1 })
})

test('the filter finds names and answers, numbers with their comma', async () => {
  const id = await filledDoc()
  assert.deepEqual(namesIn(await results(id, { filter: 'grosse buhne' })), ['anna'])
  assert.deepEqual(namesIn(await results(id, { filter: '12,5' })), ['anna'])
  assert.deepEqual(namesIn(await results(id, { filter: 'bruno' })), ['bruno'])
  assert.deepEqual(namesIn(await results(id, { filter: 'nirgends' })), [])
  await bruno.send('PATCH', `/docs/${id}/currentuserdata/`, { data: { 'Wie viele': -1234567.891 } })
  for (const filter of ['1.234.567,891', '1234567,891', '-1.234.567'])
    assert.deepEqual(namesIn(await results(id, { filter })), ['bruno'], filter)
})

test('the filter does not find what is not asked any more, but it is told that there is something', async () => {
  const id = await filledDoc()
  assert.equal((await results(id)).former, false)
  await clara.send('PATCH', `/docs/${id}/`, { content: processOf(paragraph(numberField('Anderes'))) })
  const { filled, former } = await results(id)
  assert.deepEqual({ filled, former }, { filled: 0, former: true })
  assert.deepEqual(namesIn(await results(id, { filter: 'grosse buhne' })), [])
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
  const { changed_at, ...last } = (await results(id)).items.at(-1) ?? {}
  assert.ok(changed_at)
  assert.deepEqual(last, {
    user_id: null,
    username: 'Gelöschter Benutzer',
    display_name: 'Gelöschter Benutzer',
    state: 'begun',
    values: ['Dachboden', null],
  })
  assert.deepEqual(namesIn(await results(id, { filter: 'geloscht' })), ['Gelöschter Benutzer'])
})

test('a reset empties all answers and keeps the table as a round', async () => {
  const id = await filledDoc()
  assert.equal((await clara.send('POST', `/docs/${id}/userdata/reset/`)).status, 200)
  assert.deepEqual(namesIn(await results(id)), [])
  assert.deepEqual((await anna.get(`/docs/${id}/currentuserdata/`)).body['data'], {})
  const { items } = (await clara.get(`/docs/${id}/userdata/rounds/`)).body as {
    items: { people: number; ended_by: string }[]
  }
  assert.deepEqual(
    items.map(({ people, ended_by }) => ({ people, ended_by })),
    [{ people: 2, ended_by: 'clara' }],
  )
})

test('a round names who ended it, whoever is called so since, and by the words of then whom nobody knows any more', async () => {
  const id = await filledDoc()
  const endedBy = async () => {
    const { items } = (await clara.get(`/docs/${id}/userdata/rounds/`)).body as {
      items: { ended_by_display_name: string }[]
    }
    return items.map(({ ended_by_display_name }) => ended_by_display_name)
  }
  await clara.send('POST', `/docs/${id}/userdata/reset/`)
  const set = (round: { ended_by: string; ended_by_id?: null }) =>
    kontor.kontor.db.updateTable('doc_rounds').where('doc_id', '=', id).set(round).execute()
  await set({ ended_by: 'anna' })
  assert.deepEqual(await endedBy(), ['Clara Döring'])
  await set({ ended_by: 'anna', ended_by_id: null })
  assert.deepEqual(await endedBy(), ['anna'])
})

test('a reset of nothing leaves no empty round', async () => {
  const id = await filledDoc()
  await clara.send('POST', `/docs/${id}/userdata/reset/`)
  await clara.send('POST', `/docs/${id}/userdata/reset/`)
  assert.equal(((await clara.get(`/docs/${id}/userdata/rounds/`)).body['items'] as []).length, 1)
})

test('the results and each round are downloaded as Excel, under the name of the document', async () => {
  const id = await filledDoc()
  const shown = await clara.get(`/docs/${id}/userdata/download/`)
  assert.equal(shown.status, 200)
  assert.match(String(shown.headers['content-disposition']), /filename="Ablauf _ Ergebnisse.xlsx"/)
  assert.ok(shown.text.startsWith('PK'))
  await clara.send('POST', `/docs/${id}/userdata/reset/`)
  const { items } = (await clara.get(`/docs/${id}/userdata/rounds/`)).body as { items: { id: number }[] }
  const round = await clara.get(`/docs/${id}/userdata/rounds/${items[0]?.id}/download/`)
  assert.ok(round.text.startsWith('PK'))
  assert.equal((await clara.get(`/docs/${id}/userdata/rounds/999999/download/`)).status, 404)
})

test('what fields held that are gone stands on a sheet of its own', () => {
  const sheets = toResultSheets({
    fields: [
      { name: 'Wo', type: 'textarea' },
      { name: 'Wie viele', type: 'text' },
    ],
    people: [
      { user_id: 1, username: 'anna', display_name: 'Berger, Anna', data: { Wo: 'Foyer', Früher: 'x' } },
      { user_id: 2, username: 'bruno', display_name: 'Castell, Bruno', data: { 'Wie viele': 'viele' } },
    ],
  })
  assert.deepEqual(
    sheets.map(({ name, columns, rows }) => [name, columns.map((column) => column.name), [...(rows as [])]]),
    [
      [
        'Ergebnisse',
        ['Name', 'Benutzername', 'Wo', 'Wie viele'],
        [
          ['Berger, Anna', 'anna', 'Foyer', null],
          ['Castell, Bruno', 'bruno', null, null],
        ],
      ],
      [
        'Frühere Felder',
        ['Name', 'Benutzername', 'Früher', 'Wie viele'],
        [
          ['Berger, Anna', 'anna', 'x', null],
          ['Castell, Bruno', 'bruno', null, 'viele'],
        ],
      ],
    ],
  )
})

test('whoever has answered only what is not asked any more stands on the sheet of former fields', () => {
  const fields: Field[] = [{ name: 'Wo', type: 'textarea' }]
  const person = (user_id: number, data: Record<string, string>) => ({
    user_id,
    username: `u${user_id}`,
    display_name: `Person ${user_id}`,
    data,
  })
  const found = { fields, people: [person(1, { Wo: 'Foyer' }), person(2, { Früher: 'x' }), person(3, {})] }
  const shown = filterByFillStatus(found, 'filled')
  const [present, former] = toResultSheets(shown, { found })
  const rowsOf = (sheet: Sheet | undefined) => [...((sheet?.rows ?? []) as Iterable<unknown>)]
  assert.deepEqual(rowsOf(present), [['Person 1', 'u1', 'Foyer']])
  assert.deepEqual(rowsOf(former), [
    ['Person 1', 'u1', null],
    ['Person 2', 'u2', 'x'],
  ])
})

test('a table without anybody says whether nobody has filled in something, or nobody was found', async () => {
  const ask = { filter: '', fill_status: 'filled' }
  assert.equal(whyNoResults(true, ask), 'noneFilled')
  assert.equal(whyNoResults(true, { ...ask, fill_status: 'empty' }), 'allFilled')
  assert.equal(whyNoResults(true, { ...ask, filter: 'xyz' }), 'notFound')
  assert.equal(whyNoResults(true, { ...ask, filter: ' ' }), 'noneFilled')
  assert.equal(whyNoResults(false, { ...ask, filter: 'xyz' }), 'noFields')

  const printed: string[] = []
  const written: unknown[] = []
  mock.method(kontor.kontor.exports, 'documentPdf', (_: unknown, { nobody }: { nobody: string }) => {
    printed.push(nobody)
    return Promise.resolve(Buffer.from('%PDF'))
  })
  mock.method(kontor.kontor.exports, 'excel', (_: unknown, [sheet]: [Sheet]) => {
    written.push([...(sheet.rows as Iterable<unknown>)])
    return Promise.resolve([Buffer.from('PK')])
  })
  const id = await filledDoc()
  await clara.send('POST', `/docs/${id}/userdata/reset/`)
  for (const query of [{}, { filter: 'xyz', fill_status: 'all' }] as Record<string, string>[]) {
    await clara.get(`/docs/${id}.pdf`, { query: { ...query, results: '1' } })
    await clara.get(`/docs/${id}/userdata/download/`, { query })
  }
  mock.restoreAll()
  assert.deepEqual(printed, ['Noch hat niemand angefangen.', 'Niemand gefunden'])
  assert.deepEqual(written, [[['Noch hat niemand angefangen.']], [['Niemand gefunden']]])
})

test('a document is printed with one’s own answers, all results for administrators only', async () => {
  const id = await filledDoc()
  const own = await anna.get(`/docs/${id}.pdf`)
  assert.equal(own.status, 200)
  assert.equal(own.headers['content-type'], 'application/pdf')
  assert.match(String(own.headers['content-disposition']), /filename="Ablauf.pdf"/)
  assert.ok(own.text.startsWith('%PDF'))
  assert.equal((await clara.get(`/docs/${id}.pdf`, { query: { results: '1' } })).status, 200)
  assert.equal((await anna.get(`/docs/${id}.pdf`, { query: { results: '1' } })).status, 403)
  assert.equal((await anna.get('/docs/999999.pdf')).status, 404)
})
