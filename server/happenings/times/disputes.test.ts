import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { TimeDispute, TimeEntry } from '#contract/times.ts'
import { cast } from '#demo/cast.ts'
import { type Client, testApp } from '#server/testing/app.ts'
import { insertHappening } from '#server/testing/happenings.ts'
import { disputedFields } from './disputes.ts'

const kontor = await testApp()
after(() => kontor[Symbol.asyncDispose]())
const { db } = kontor.kontor
const [clara, anna, bruno] = (await Promise.all(
  [cast.clara, cast.anna, cast.bruno].map((person) => kontor.as(person)),
)) as [Client, Client, Client]
const recorders = await Promise.all([cast.anna, cast.bruno].map((person) => kontor.userId(person)))

const soll: [string, string] = ['2025-11-21T08:00', '2025-11-21T12:00']
const names = ['Berger', 'Castell', 'Döring']
const happening = () =>
  insertHappening(db, { date: '2025-11-21', recorders, entries: names.map((name) => ({ name, soll })) })
const from = (von: string) => ({ ist_von_date: '2025-11-21', ist_von_time: von })
const to = (bis: string) => ({ ist_bis_date: '2025-11-21', ist_bis_time: bis })
const record = async (who: Client, times: string, ...items: object[]) => {
  const { status, body } = await who.send('PATCH', times, { items })
  return { status, details: body['details'], disputes: (body['disputes'] ?? []) as TimeDispute[] }
}
const entriesOf = async (times: string) => (await clara.get(times)).body['items'] as TimeEntry[]
const times = async (path: string) =>
  (await entriesOf(path)).map(({ ist_von_time, ist_bis_time }) => [ist_von_time, ist_bis_time])

test('who has not seen what others entered into the same field is told their value, who and when, and nothing is stored', async () => {
  const { times: path, entries } = await happening()
  const [berger, castell] = entries
  assert.equal(
    (await record(anna, path, { timeentry_id: berger, ...from('08:15'), revision: 0 })).status,
    200,
  )
  const refused = await record(
    bruno,
    path,
    { timeentry_id: castell, ...from('08:00'), revision: 0 },
    { timeentry_id: berger, ...from('09:00'), revision: 0 },
  )
  assert.equal(refused.status, 409)
  assert.equal(
    refused.details,
    'Die Zeiten von „Berger“ wurden inzwischen geändert. Es wurde nichts gespeichert.',
  )
  const [dispute] = refused.disputes
  assert.equal(refused.disputes.length, 1)
  assert.deepEqual(
    [dispute?.timeentry_id, dispute?.reason, dispute?.by, dispute?.entry?.ist_von_time],
    [berger, 'changed', cast.anna.username, '08:15:00'],
  )
  assert.ok(dispute?.by_display_name && Date.parse(String(dispute.at)) <= Date.now())
  assert.deepEqual((await times(path)).slice(0, 2), [
    ['08:15:00', null],
    [null, null],
  ])
  // With the revision of the answer it goes.
  const again = { timeentry_id: berger, ...from('09:00'), revision: dispute.entry?.revision }
  assert.equal((await record(bruno, path, again)).status, 200)
})

test('another field, the same value, and a value that was put back are no dispute', async () => {
  const { times: path, entries } = await happening()
  const [id] = entries
  await record(anna, path, { timeentry_id: id, ...from('08:15') })
  await record(anna, path, { timeentry_id: id, ...from('08:00') })
  const seen = 2
  await record(anna, path, { timeentry_id: id, ...to('12:00') })
  assert.equal(
    (await record(bruno, path, { timeentry_id: id, ...from('08:30'), revision: seen })).status,
    200,
  )
  assert.equal((await record(bruno, path, { timeentry_id: id, ...to('12:00'), revision: seen })).status, 200)
  await record(anna, path, { timeentry_id: id, ...to('13:00') })
  await record(anna, path, { timeentry_id: id, ...to('12:00') })
  assert.equal((await record(bruno, path, { timeentry_id: id, ...to('14:00'), revision: 4 })).status, 200)
  assert.deepEqual((await times(path))[0], ['08:30:00', '14:00:00'])
})

test('without a revision whatever stands there is replaced', async () => {
  const { times: path, entries } = await happening()
  await record(anna, path, { timeentry_id: entries[0], ...from('08:15') })
  assert.equal((await record(bruno, path, { timeentry_id: entries[0], ...from('09:00') })).status, 200)
})

test('what has been sent or is gone is named too, all of it at once', async () => {
  const { times: path, entries } = await happening()
  const [berger, castell, doering] = entries
  await db
    .updateTable('time_entries')
    .set({ submitted: true })
    .where('id', '=', berger as number)
    .execute()
  await db
    .deleteFrom('time_entries')
    .where('id', '=', castell as number)
    .execute()
  const items = entries.map((timeentry_id) => ({ timeentry_id, ...from('09:00'), revision: 0 }))
  const refused = await record(bruno, path, ...items)
  assert.deepEqual(
    refused.disputes.map(({ timeentry_id, reason, entry }) => [timeentry_id, reason, entry?.is_editable]),
    [
      [berger, 'locked', false],
      [castell, 'gone', undefined],
    ],
  )
  assert.equal(refused.status, 409)
  assert.match(String(refused.details), /„Berger“ lassen sich nicht mehr ändern\. Noch ein Eintrag/)
  assert.equal(
    (await record(bruno, path, { timeentry_id: doering, ...from('09:00'), revision: 0 })).status,
    200,
  )
})

test('where the history does not say what a caller has seen, every field counts as changed', async () => {
  const { times: path, entries } = await happening()
  const [id] = entries
  await record(anna, path, { timeentry_id: id, ...from('08:15') })
  await db.deleteFrom('time_history').execute()
  for (const revision of [0, 7]) {
    const refused = await record(bruno, path, { timeentry_id: id, ...to('12:00'), revision })
    assert.deepEqual([refused.status, refused.disputes[0]?.by], [409, null])
  }
})

test('a field is disputed where it was changed to a third value', () => {
  const [now, then] = ['09', '08'].map((hour) => ({
    ist_von: `2025-11-21T${hour}:00:00`,
    ist_bis: null,
    ist_pause: null,
    note: null,
    absent: false,
  }))
  const disputed = (change: object, seen = then) =>
    disputedFields({ timeentry_id: 1, ...change }, now as never, seen)
  assert.deepEqual(disputed({ ist_von_time: '10:00' }), ['ist_von_time'])
  assert.deepEqual(disputed({ ist_von_time: null }), ['ist_von_time'])
  assert.deepEqual(disputed({ ist_von_time: '09:00' }), [])
  assert.deepEqual(disputed({ ist_von_time: 'not_given', ist_bis_time: '12:00' }), [])
  assert.deepEqual(disputed({ ist_von_date: '2025-11-22' }), [])
  assert.deepEqual(disputed({ ist_von_time: '10:00' }, now), [])
})
