import assert from 'node:assert/strict'
import { after, mock, test } from 'node:test'
import type { DocListItem } from '#contract/docs.ts'
import { numberField, paragraph, processOf, textareaField } from '#contract/document/build.ts'
import type { DocOfPerson, DocPeople } from '#contract/publishing.ts'
import type { DocResults } from '#contract/results.ts'
import { cast } from '#demo/cast.ts'
import type { PrintedDocument } from '#server/exports/pdf/input.ts'
import { type Client, testApp } from '#server/testing/app.ts'
import { onlyForGroups, publishDoc } from '#server/testing/docs.ts'
import { beginRounds } from '../../rounds/begin-rounds.ts'

const app = await testApp()
after(() => app[Symbol.asyncDispose]())
const { kontor } = app
const { db } = kontor
await app.worker.stop()
const [anna, bruno, clara] = (await Promise.all(
  [cast.anna, cast.bruno, cast.clara].map((person) => app.as(person)),
)) as [Client, Client, Client]

const fields = processOf(paragraph(numberField('Bestand'), textareaField('Notiz')))
const published = (hand_in: string | null, content = fields) =>
  publishDoc(clara, content, { name: 'Unterweisung', ...onlyForGroups('Bühne'), hand_in })
const path = (id: number) => `/docs/${id}/currentuserdata/`
const enter = (who: Client, id: number, data: object) => who.send('PATCH', path(id), { data })
const handIn = (who: Client, id: number, body: object = {}) => who.send('POST', `${path(id)}hand_in/`, body)
const takeBack = (who: Client, id: number) => who.send('DELETE', `${path(id)}hand_in/`)
const own = async (who: Client, id: number) => (await who.get(path(id))).body
const listed = async (who: Client, id: number) =>
  ((await who.get('/docs/', { query: { per_page: '200' } })).body['items'] as DocListItem[]).find(
    (doc) => doc.id === id,
  )
const people = async (id: number) => (await clara.get(`/docs/${id}/people/`)).body as unknown as DocPeople
const stateOf = async (id: number, username: string) =>
  (await people(id)).items.find((person) => person.username === username)?.state
const isOpen = async (who: Client, id: number) =>
  ((await who.get('/today/')).body['docs'] as { items: { id: number }[] }).items.some((doc) => doc.id === id)
const strokes = [
  [10, 10, 200, 120, 400, 40],
  [300, 150, 301, 151],
]

test('whoever has handed in is finished whatever is empty, and who has filled in all but not handed in is not', async () => {
  const id = await published('plain')
  await enter(anna, id, { Bestand: 5 })
  await enter(bruno, id, { Bestand: 5, Notiz: 'alles da' })
  const before = Date.now()
  const { status, body } = await handIn(anna, id)
  assert.equal(status, 200)
  assert.ok(Math.abs(Date.parse(String(body['handed_in_at'])) - before) < 600_000)
  assert.deepEqual([await stateOf(id, 'anna'), await stateOf(id, 'bruno')], ['finished', 'begun'])
  assert.deepEqual([(await listed(anna, id))?.handed_in, (await listed(bruno, id))?.handed_in], [true, false])
  assert.deepEqual([await isOpen(anna, id), await isOpen(bruno, id)], [false, true])
  assert.equal((await own(anna, id))['handed_in_at'], body['handed_in_at'])
  // A repeated call changes nothing.
  assert.equal((await handIn(anna, id)).body['handed_in_at'], body['handed_in_at'])
})

test('what was handed in is locked until it is taken back, though a repeated request is no change', async () => {
  const id = await published('plain')
  await enter(anna, id, { Bestand: 5 })
  await handIn(anna, id)
  const { status, body } = await enter(anna, id, { Bestand: 6 })
  assert.deepEqual([status, body['success']], [409, false])
  assert.match(String(body['details']), /^Sie haben diesen Prozess abgegeben\./)
  assert.equal((await enter(anna, id, { Bestand: 5 })).status, 200)
  assert.equal((await takeBack(anna, id)).status, 200)
  assert.equal((await takeBack(anna, id)).status, 200)
  assert.equal((await enter(anna, id, { Bestand: 6 })).status, 200)
  assert.deepEqual(await own(anna, id), {
    data: { Bestand: 6 },
    handed_in_at: null,
    signature: null,
    round: 1,
    taken_back: 1,
  })
  assert.equal(await stateOf(id, 'anna'), 'begun')
})

test('an administrator who ends it closes it for good, and a new round or a reset begins without', async () => {
  const id = await published('plain')
  await enter(anna, id, { Bestand: 5 })
  await handIn(anna, id)
  await clara.send('PUT', `/docs/${id}/status/`, { status: 'Erledigt' })
  assert.equal((await takeBack(anna, id)).status, 409)
  assert.equal((await handIn(bruno, id)).status, 409)
  assert.notEqual((await own(anna, id))['handed_in_at'], null)
  await clara.send('PUT', `/docs/${id}/status/`, { status: 'Aktiv' })
  const repeats = JSON.stringify({
    unit: 'month',
    every: 1,
    first: '2026-01-01T08:00',
    due_days: null,
    notify: false,
  })
  await db
    .updateTable('docs')
    .set({ repeats, next_round_at: new Date(0) })
    .where('id', '=', id)
    .execute()
  await beginRounds(kontor)
  assert.deepEqual(await own(anna, id), {
    data: {},
    handed_in_at: null,
    signature: null,
    round: 2,
    taken_back: 0,
  })
  const { results } = await db
    .selectFrom('doc_rounds')
    .where('doc_id', '=', id)
    .select('results')
    .executeTakeFirstOrThrow()
  assert.equal(results.hand_in, 'plain')
  assert.ok(results.people[0]?.handed_in_at)
})

test('what has waited on its way is no hand-in of a later round, whoever had answers in the one before', async () => {
  const id = await published('plain')
  const { round, taken_back } = await own(anna, id)
  const seen = { round, taken_back }
  await clara.send('POST', `/docs/${id}/userdata/reset/`)
  const { status, body } = await handIn(anna, id, seen)
  assert.deepEqual([status, body['success']], [409, false])
  assert.match(String(body['details']), /^Inzwischen hat eine neue Runde begonnen\./)
  assert.equal((await own(anna, id))['handed_in_at'], null)
  assert.equal((await handIn(anna, id, { ...seen, round: 2 })).status, 200)
})

test('what is repeated after it was taken back is no new hand-in, and the next press is one', async () => {
  const id = await published('plain')
  const seen = { round: 1, taken_back: 0 }
  assert.equal((await handIn(anna, id, seen)).status, 200)
  assert.equal((await handIn(anna, id, seen)).status, 200)
  assert.equal((await takeBack(anna, id)).body['taken_back'], 1)
  const { status, body } = await handIn(anna, id, seen)
  assert.equal(status, 409)
  assert.match(String(body['details']), /^Sie haben die Abgabe inzwischen zurückgenommen\./)
  assert.equal((await own(anna, id))['handed_in_at'], null)
  assert.equal((await handIn(anna, id, { ...seen, taken_back: 1 })).status, 200)
  // An older app sends no state.
  await takeBack(anna, id)
  assert.equal((await handIn(anna, id)).status, 200)
})

test('a press counts for what was seen, also where that was seen before the process was to be handed in', async () => {
  const id = await published(null)
  const { round, taken_back } = await own(anna, id)
  await clara.send('POST', `/docs/${id}/publish/`, {
    public: false,
    groups: ['Bühne'],
    notify: false,
    hand_in: 'plain',
  })
  assert.equal((await handIn(anna, id, { round, taken_back })).status, 200)
  await takeBack(anna, id)
  const { status, body } = await handIn(anna, id, { round, taken_back })
  assert.equal(status, 409)
  assert.match(String(body['details']), /^Sie haben die Abgabe inzwischen zurückgenommen\./)
})

test('where nobody is asked to, nothing is handed in, locked or said of it', async () => {
  const id = await published(null)
  await enter(anna, id, { Bestand: 5, Notiz: 'x' })
  assert.equal((await handIn(anna, id)).status, 409)
  const data = { Bestand: 5, Notiz: 'x' }
  assert.deepEqual(await own(anna, id), { data, round: 1, taken_back: 0 })
  assert.equal(await stateOf(id, 'anna'), 'finished')
  assert.ok(!('handed_in' in ((await listed(anna, id)) ?? {})))
  assert.ok(!('hand_in' in (await anna.get(`/docs/${id}/`)).body))
  // Once the document asks for a hand-in, complete answers alone count as begun.
  await clara.send('POST', `/docs/${id}/publish/`, { public: false, groups: ['Bühne'], hand_in: 'plain' })
  assert.equal(await stateOf(id, 'anna'), 'begun')
  // A request without `hand_in` leaves the setting unchanged.
  await clara.send('POST', `/docs/${id}/publish/`, { public: false, groups: ['Bühne'] })
  assert.equal((await anna.get(`/docs/${id}/`)).body['hand_in'], 'plain')
})

test('a process without fields is handed in as read', async () => {
  const id = await published('signed', processOf(paragraph('Bitte lesen.')))
  const onPage = async () => {
    const { body } = await clara.get(`/users/${await app.userId(cast.anna)}/docs/`, {
      query: { per_page: '200' },
    })
    return (body['items'] as DocOfPerson[]).find((doc) => doc.id === id)?.state
  }
  assert.deepEqual([await stateOf(id, 'anna'), await onPage()], ['missing', 'missing'])
  assert.ok(await isOpen(anna, id))
  assert.equal((await handIn(anna, id, { signature: { name: ' Anna  Berger ' } })).status, 200)
  assert.deepEqual([await stateOf(id, 'anna'), await onPage()], ['finished', 'finished'])
  assert.ok(!(await isOpen(anna, id)))
})

test('a signature is strokes within their field or a name, and nothing else is kept as one', async () => {
  const id = await published('signed')
  for (const signature of [
    undefined,
    {},
    { name: ' ' },
    { name: 'x'.repeat(101) },
    { name: 'Anna', strokes },
    { strokes: [] },
    { strokes: [[1, 1]] },
    { strokes: [[1, 2, 3]] },
    { strokes: [[0, 201, 1, 1]] },
    { strokes: [[0.5, 1, 2, 2]] },
    { strokes: [['<svg/>']] },
    { strokes: '<svg onload="alert(1)"/>' },
    { strokes, svg: '<svg/>' },
    { strokes: Array.from({ length: 3 }, () => Array.from({ length: 2_000 }, () => 1)) },
  ]) {
    const { status, body } = await handIn(anna, id, signature === undefined ? {} : { signature })
    assert.deepEqual([status, body['success']], [422, false], JSON.stringify(signature)?.slice(0, 60))
  }
  assert.equal((await handIn(anna, id, { signature: { strokes } })).status, 200)
  assert.deepEqual((await own(anna, id))['signature'], { strokes })
  const annaId = await app.userId(cast.anna)
  assert.deepEqual((await clara.get(`/docs/${id}/people/${annaId}/`)).body['signature'], { strokes })
  // Polled results do not contain it.
  const results = (await clara.get(`/docs/${id}/userdata/`, { query: { fill_status: 'all' } }))
    .body as unknown as DocResults
  assert.ok(!JSON.stringify(results).includes('strokes'))
  assert.ok(results.items.find(({ username }) => username === 'anna')?.handed_in_at)
  const plain = await published('plain')
  await handIn(anna, plain, { signature: { strokes } })
  assert.equal((await own(anna, plain))['signature'], null)
})

test('nobody hands in what they do not see', async () => {
  const id = await published('plain')
  const frieda = await app.as(cast.frieda)
  assert.equal((await handIn(frieda, id)).status, 404)
  assert.equal((await takeBack(frieda, id)).status, 404)
})

test('Excel and PDF say when it was handed in, and the PDF draws how it was signed', async () => {
  const id = await published('signed')
  await enter(anna, id, { Bestand: 5 })
  await handIn(anna, id, { signature: { strokes } })
  const excel = mock.method(kontor.exports, 'excel', async () => Buffer.from('PK'))
  await clara.get(`/docs/${id}/userdata/download/`)
  const [call] = excel.mock.calls
  assert.ok(call)
  type Sheets = { columns: { name: string }[]; rows: unknown[][] }[]
  const [sheet] = (call.arguments as unknown[])[1] as Sheets
  excel.mock.restore()
  const heads = ['Name', 'Benutzername', 'Stand', 'Zuletzt am', 'Abgegeben am']
  assert.deepEqual(sheet?.columns.map(({ name }) => name).slice(0, 5), heads)
  const [first] = [...(sheet?.rows ?? [])]
  assert.equal(first?.[2], 'Fertig')
  assert.ok(first[3] instanceof Date && first[4] instanceof Date)
  for (const [who, query] of [
    [anna, {}],
    [clara, { results: '1' }],
  ] as const) {
    const { status, headers } = await who.get(`/docs/${id}.pdf`, { query })
    assert.deepEqual([status, headers['content-type']], [200, 'application/pdf'])
  }
  const print = mock.method(kontor.exports, 'documentPdf', async () => Buffer.from('%PDF-'))
  await anna.get(`/docs/${id}.pdf`)
  const printed = print.mock.calls[0]?.arguments[1] as PrintedDocument | undefined
  print.mock.restore()
  assert.deepEqual(printed?.handed_in?.strokes, strokes)
})

test('a copy asks for the same', async () => {
  const id = await published('signed')
  const copy = (await clara.send('POST', `/docs/${id}/copy/`)).body['doc_id'] as number
  assert.equal((await clara.get(`/docs/${copy}/`)).body['hand_in'], 'signed')
})
