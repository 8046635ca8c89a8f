// What is said of an entry beside its times: a note, and that somebody did not come.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { TimeDispute, TimeEntry, TimeHistoryItem } from '#contract/times.ts'
import { cast } from '#demo/cast.ts'
import { type Client, testApp } from '#server/testing/app.ts'
import { insertHappening } from '#server/testing/happenings.ts'

const kontor = await testApp()
after(() => kontor[Symbol.asyncDispose]())
const { db } = kontor.kontor
const [anna, clara] = (await Promise.all([cast.anna, cast.clara].map((person) => kontor.as(person)))) as [
  Client,
  Client,
]
const annaId = await kontor.userId(cast.anna)

const soll: [string, string] = ['2025-11-21T08:00', '2025-11-21T12:00']
async function team() {
  const { times, path, entries } = await insertHappening(db, {
    date: '2025-11-21',
    recorders: [annaId],
    entries: ['Berger', 'Castell'].map((name) => ({ name, soll })),
  })
  const read = async () => ((await anna.get(times)).body['items'] as TimeEntry[])[0] as TimeEntry
  const record = (change: object, who = anna) =>
    who.send('PATCH', times, { items: [{ timeentry_id: entries[0], ...change }] })
  const part = async () => (await clara.get(`${path}/`)).body
  const history = async () =>
    (await anna.get(`${times}${entries[0]}/history/`)).body['items'] as TimeHistoryItem[]
  return { entry: entries[0] as number, read, record, part, history }
}
const worked = {
  ist_von_date: '2025-11-21',
  ist_von_time: '08:00',
  ist_bis_date: '2025-11-21',
  ist_bis_time: '12:00',
}

test('a note is one line of at most 200 characters; left out it stays, empty it goes', async () => {
  const { read, record, history } = await team()
  assert.equal((await record({ note: '  Hat\nden Stapler  gefahren ' })).status, 200)
  assert.equal((await read()).note, 'Hat den Stapler gefahren')
  await record(worked)
  assert.equal((await read()).note, 'Hat den Stapler gefahren')
  const tooLong = await record({ note: 'x'.repeat(201) })
  assert.equal(tooLong.status, 422)
  assert.match(String(tooLong.body['details']), /^„Notiz“ im 1\. Eintrag darf höchstens 200 Zeichen haben\./)
  await record({ note: '' })
  assert.equal((await read()).note, null)
  assert.deepEqual(
    (await history()).map(({ old_note, new_note }) => [old_note, new_note]),
    [
      ['Hat den Stapler gefahren', null],
      ['Hat den Stapler gefahren', 'Hat den Stapler gefahren'],
      [null, 'Hat den Stapler gefahren'],
    ],
  )
})

test('who did not come has no times, counts as recorded and as ready, and one change makes it undone', async () => {
  const { read, record, part, history } = await team()
  await record(worked)
  assert.equal((await record({ absent: true })).status, 200)
  const gone = await read()
  assert.deepEqual([gone.absent, gone.ist_von_time, gone.ist_duration], [true, null, 0])
  const { istentries, istzeit, sendable } = await part()
  assert.deepEqual([istentries, istzeit, sendable], [1, 0, 1])
  await record({ absent: false })
  assert.equal((await read()).absent, false)
  assert.equal((await part())['istentries'], 0)
  assert.deepEqual(
    (await history()).map(({ new_absent, new_von }) => [new_absent, new_von]),
    [
      [false, null],
      [true, null],
      [false, '2025-11-21T08:00'],
    ],
  )
})

test('who has times has come, and nobody can say both at once', async () => {
  const { read, record } = await team()
  await record({ absent: true })
  await record(worked)
  assert.equal((await read()).absent, false)
  const both = await record({ ...worked, absent: true })
  assert.equal(both.status, 422)
  assert.equal(both.body['details'], 'Berger: Wer nicht gekommen ist, hat keine Zeiten.')
})

test('times that another release enters end an absence, too', async () => {
  const { entry, read, record } = await team()
  await record({ absent: true })
  await db.updateTable('time_entries').set({ ist_von: soll[0] }).where('id', '=', entry).execute()
  assert.equal((await read()).absent, false)
})

test('a note, an absence and times that others have entered meanwhile are disputed, not overwritten', async () => {
  const { read, record } = await team()
  const disputed = async (change: object) => {
    const { status, body } = await record({ ...change, revision: 0 }, clara)
    return [status, (body['disputes'] as TimeDispute[] | undefined)?.[0]?.reason]
  }
  await record({ note: 'Kam später' })
  assert.deepEqual(await disputed({ note: 'War krank' }), [409, 'changed'])
  await record(worked)
  // Whoever says that nobody came has not seen the times.
  assert.deepEqual(await disputed({ absent: true }), [409, 'changed'])
  await record({ absent: true })
  assert.deepEqual(await disputed(worked), [409, 'changed'])
  assert.equal((await record({ note: 'Kam später', absent: true, revision: 0 }, clara)).status, 200)
  const { note, absent } = await read()
  assert.deepEqual([note, absent], ['Kam später', true])
})

test('a break is minutes shorter than the time, is disputed like a time, and goes with an absence', async () => {
  const { read, record } = await team()
  await record({ ...worked, ist_pause: 30 })
  const { ist_pause, ist_duration } = await read()
  assert.deepEqual([ist_pause, ist_duration], [30, 240])
  const refused = await record({ ist_pause: 240 })
  assert.deepEqual(
    [refused.status, refused.body['details']],
    [422, 'Berger: Die Pause ist so lang wie die ganze Zeit.'],
  )
  const shortened = await record({ ist_bis_time: '08:30' })
  assert.deepEqual(
    [shortened.status, shortened.body['details']],
    [422, 'Berger: Die Pause ist so lang wie die ganze Zeit.'],
  )
  assert.equal((await record({ ist_bis_time: '08:30', ist_pause: 0 })).status, 200)
  assert.equal((await record({ ...worked, ist_pause: 30 })).status, 200)
  assert.equal((await record({ ist_pause: 45, revision: 0 }, clara)).status, 409)
  await record({ absent: true })
  assert.equal((await read()).ist_pause, null)
})
