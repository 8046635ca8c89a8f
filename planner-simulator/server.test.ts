import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { httpPlanner } from '#server/planner/http.ts'
import type { SentEntry } from '#server/planner/port.ts'
import { people } from './company.ts'
import { happeningsAround } from './happenings.ts'
import { startSimulator } from './server.ts'

const happenings = happeningsAround({ around: '2026-11-21', users: people(20) })
const simulator = await startSimulator({ happenings, fields: ['ist_pause', 'note'] })
after(() => simulator.stop())
const { url, token } = simulator
const statusOf = async (path: string) =>
  (await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })).status

test('an address that is none is refused, and the simulator goes on', async () => {
  assert.equal(await statusOf('/'), 400)
  assert.equal(await statusOf('users'), 200)
})

test('a fault that there is not is not found: a test that misspells one would pass without it', async () => {
  for (const name of ['brocken', 'constructor', '__proto__'])
    assert.equal(await statusOf(`fault/${name}/users`), 404, name)
  assert.equal(await statusOf('fault/broken/users'), 500)
  assert.equal(await statusOf('fault/script/users'), 200)
})

test('a revision that is booked takes nothing else any more, neither other times nor another break or note', async () => {
  const planner = httpPlanner({ url: new URL(url), token })
  const planned = happenings.flatMap(({ subhappenings }) => subhappenings.flatMap(({ entries }) => entries))
  const id = planned.find(({ status }) => status === 'zugesagt')?.id ?? ''
  const entry: SentEntry = {
    id,
    revision: 3,
    ist_von: '2026-11-21T14:00',
    ist_bis: '2026-11-21T22:00',
    ist_pause: 30,
    note: 'Mit Stapler',
  }
  const { note: _note, ...bare } = entry
  let calls = 0
  const isTaken = async (sent: SentEntry) =>
    (await planner.sendTimes(`key-${++calls}`, [sent])).map(({ accepted }) => accepted)
  assert.deepEqual(await isTaken(entry), [true])
  for (const other of [{ ...entry, ist_bis: '2026-11-21T23:00' }, { ...entry, ist_pause: 45 }, bare])
    assert.deepEqual(await isTaken(other), [false])
  assert.deepEqual(await isTaken(entry), [true])
  assert.deepEqual(await isTaken({ ...bare, revision: 4 }), [true])
})
