import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { generatePeople } from '#planner-simulator/company.ts'
import { happeningsAround } from '#planner-simulator/happenings.ts'
import { startSimulator } from '#planner-simulator/server.ts'
import { createHappeningCheck } from './check-happenings.ts'
import { isSentence } from './failing.test-data.ts'
import { folderPlanner } from './folder.ts'
import { httpPlanner } from './http.ts'
import { plannerLimits } from './limits.ts'
import { plannerFor } from './planner.ts'
import type { SentEntry } from './port.ts'

const happenings = happeningsAround({ around: '2026-11-21', users: generatePeople(60) })
const simulator = await startSimulator({ happenings })
const folder = await mkdtemp(join(tmpdir(), 'kontor-planner-'))
after(() => Promise.all([simulator.stop(), rm(folder, { recursive: true })]))
const planner = (path = '') => httpPlanner({ url: new URL(path, simulator.url), token: simulator.token })
const [first] = happenings.filter(({ date }) => date === '2026-11-21')
const entry = (first?.subhappenings[0]?.entries ?? []).find(({ status }) => status === 'zugesagt')
const sent: SentEntry = {
  id: String(entry?.id),
  revision: 3,
  ist_von: '2026-11-21T14:00',
  ist_bis: '2026-11-22T00:30',
}

test('the happenings of a window arrive as they are, both days included', async () => {
  const expected = happenings.filter(({ date }) => date === '2026-11-20' || date === '2026-11-21')
  assert.ok(expected.length >= 4)
  assert.deepEqual(await planner().listHappenings('2026-11-20', '2026-11-21'), expected)
})

test('what a planner answers beside the window is left out', async () => {
  simulator.fault = (response) => response.end(JSON.stringify({ happenings }))
  const days = (await planner().listHappenings('2026-11-21', '2026-11-21')).map(({ date }) => date)
  simulator.fault = undefined
  assert.deepEqual([...new Set(days)], ['2026-11-21'])
})

test('times are booked once however often they are sent, and refused ones come with their reason', async () => {
  const unknown = { ...sent, id: 'nobody' }
  const outcomes = [
    { id: sent.id, accepted: true, message: null },
    { id: 'nobody', accepted: false, message: 'Diesen Eintrag führt die Planung nicht.' },
  ]
  for (const key of ['one', 'one', 'other'])
    assert.deepEqual(await planner().sendTimes(key, [sent, unknown]), outcomes)
  const other = await planner().sendTimes('third', [{ ...sent, ist_bis: '2026-11-22T01:00' }])
  assert.equal(other[0]?.accepted, false)
  assert.deepEqual(simulator.bookings, [{ ...sent, timesReceived: 3 }])
  await assert.rejects(planner().sendTimes('one', [sent]), /meldet einen Fehler/)
})

test('an entry that the planner forgets counts as refused, one that was never sent is not listened to', async () => {
  const none = { id: sent.id, accepted: false, message: 'Keine Antwort der Personalplanung' }
  assert.deepEqual(await planner('/fault/nobody/').sendTimes('k', [sent]), [none])
  simulator.fault = (response) =>
    response.end('{"results": [{"id": "other", "accepted": true}, {"id": "x", "accepted": false}]}')
  assert.deepEqual(await planner().sendTimes('k', [sent]), [none])
  const both = [
    { id: sent.id, accepted: false, message: 'nein' },
    { id: sent.id, accepted: true },
  ]
  simulator.fault = (response) => response.end(JSON.stringify({ results: both }))
  assert.deepEqual(await planner().sendTimes('k', [sent]), [both[0]])
  simulator.fault = undefined
})

const right = {
  id: 'V1',
  name: 'Fest',
  type: 'Konzert',
  date: '2026-02-28',
  subhappenings: [{ id: 'S1', name: 'Bühne', entries: [{ id: 'E1', soll_von: '2026-02-28T22:00' }] }],
}
const withEntry = (changes: object) => ({
  ...right,
  subhappenings: [{ id: 'S1', name: 'Bühne', entries: [{ id: 'E1', ...changes }] }],
})
const wrongs: Record<string, unknown[]> = {
  'no record': [null],
  'an id twice': [right, { ...right, subhappenings: [] }],
  'a part twice': [right, { ...right, id: 'V2', subhappenings: [{ id: 'S1', name: 'x' }] }],
  'an entry twice': [
    right,
    { ...right, id: 'V2', subhappenings: [{ id: 'S2', name: 'x', entries: [{ id: 'E1' }] }] },
  ],
  'no name': [{ ...right, name: ' ' }],
  'no date': [{ ...right, date: null }],
  'a day that is none': [{ ...right, date: '2026-02-30' }],
  'another form of date': [{ ...right, date: '28.02.2026' }],
  'another century': [{ ...right, date: '0026-02-28' }],
  'parts that are no list': [{ ...right, subhappenings: {} }],
  'entries that are no list': [{ ...right, subhappenings: [{ id: 'S1', name: 'x', entries: 'E1' }] }],
  'a time that is none': [withEntry({ soll_von: '2026-02-28T24:00' })],
  'a time of day alone': [withEntry({ soll_von: '22:00' })],
  'a time with a zone': [withEntry({ soll_von: '2026-02-28T22:00Z' })],
  'an end at the start': [withEntry({ ist_von: '2026-02-28T22:00', ist_bis: '2026-02-28T22:00' })],
  'an end before the start': [withEntry({ soll_von: '2026-02-28T22:00', soll_bis: '2026-02-28T06:00' })],
  'a name that is too long': [{ ...right, name: 'x'.repeat(301) }],
  'a place that is too long': [{ ...right, ort: 'x'.repeat(201) }],
  'a place that is no text': [{ ...right, ort: { city: 'Hamburg' } }],
}
for (const [name, records] of Object.entries(wrongs)) {
  test(`a happening with ${name} is refused with a sentence`, () => {
    assert.throws(() => records.map(createHappeningCheck(plannerLimits)), isSentence)
  })
}

test('too many entries are refused, unseen characters dropped, what is missing is empty', () => {
  assert.throws(() => [right].map(createHappeningCheck({ ...plannerLimits, entries: 0 })), /zu viele/)
  const [read] = [{ ...right, name: ' F\u0000e\u202est ', subhappenings: undefined, salary: 1 }].map(
    createHappeningCheck(plannerLimits),
  )
  assert.deepEqual(read, {
    id: 'V1',
    name: 'Fest',
    type: 'Konzert',
    ort: '',
    date: '2026-02-28',
    subhappenings: [],
  })
})

test('without a planner every question fails with a sentence', async () => {
  const none = plannerFor(undefined)
  await assert.rejects(none.listHappenings('2026-11-21', '2026-11-21'), isSentence)
  await assert.rejects(none.sendTimes('k', []), isSentence)
})

const write = (name: string, text: string) => writeFile(join(folder, name), text)
const head = 'id;subhappening_id;personalnummer;last_name;soll_von;soll_bis\n'

test('in the folder a row is a part with its happening, and entries name their part', async () => {
  await write(
    'happenings.csv',
    'id;name;type;ort;date;subhappening_id;subhappening_name\nV1;Fest;Konzert; Halle 1 ;2026-11-21;S1;Bühne\nV1;Fest;Konzert; Halle 1 ;2026-11-21;S2;Technik\nV2;Leer;Messe;;2026-11-22;;\nV3;Fern;Messe;;2027-11-22;;\n',
  )
  await write('entries.csv', `${head}E1;S2;7;Berger;2026-11-21T20:00;2026-11-22T02:00\n`)
  const found = await folderPlanner(folder).listHappenings('2026-11-21', '2026-11-22')
  assert.deepEqual(
    found.map(({ id, subhappenings }) => [id, subhappenings.map(({ id, entries }) => [id, entries.length])]),
    [
      [
        'V1',
        [
          ['S1', 0],
          ['S2', 1],
        ],
      ],
      ['V2', []],
    ],
  )
  assert.equal(found[0]?.subhappenings[1]?.entries[0]?.soll_bis, '2026-11-22T02:00')
  assert.deepEqual(
    found.map(({ ort }) => ort),
    ['Halle 1', ''],
  )
})

test('files that do not belong together are refused', async () => {
  await write('entries.csv', `${head}E1;S9;;;;\n`)
  await assert.rejects(folderPlanner(folder).listHappenings('2026-11-21', '2026-11-22'), /„S9“/)
  await write('entries.csv', head)
  await write('happenings.csv', 'id;name;date\nV1;Fest;2026-11-21\nV1;Feier;2026-11-21\n')
  await assert.rejects(folderPlanner(folder).listHappenings('2026-11-21', '2026-11-22'), /widersprechen/)
})

test('a withdrawal stands in the file with empty columns', async () => {
  await folderPlanner(folder).sendTimes('5a', [{ ...sent, revision: 4, ist_von: null, ist_bis: null }])
  const file = join(folder, 'times-5a.csv')
  assert.equal(await readFile(file, 'utf8'), `id;revision;ist_von;ist_bis\r\n${sent.id};4;;\r\n`)
  await rm(file)
})

test('the same key makes the same file, and nothing half-written is left beside it', async () => {
  const odd = { ...sent, id: 'a;"b' }
  for (let times = 0; times < 2; times++) {
    const outcomes = await folderPlanner(folder).sendTimes('4f1d', [sent, odd])
    assert.deepEqual(
      outcomes.map(({ accepted }) => accepted),
      [true, true],
    )
  }
  assert.deepEqual((await readdir(folder)).sort(), ['entries.csv', 'happenings.csv', 'times-4f1d.csv'])
  assert.equal(
    await readFile(join(folder, 'times-4f1d.csv'), 'utf8'),
    `id;revision;ist_von;ist_bis\r\n${sent.id};3;2026-11-21T14:00;2026-11-22T00:30\r\n"a;""b";3;2026-11-21T14:00;2026-11-22T00:30\r\n`,
  )
  await assert.rejects(folderPlanner(join(folder, 'nowhere')).sendTimes('4f1d', [sent]), isSentence)
})
