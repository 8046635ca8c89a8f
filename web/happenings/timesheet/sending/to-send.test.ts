import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeEntry, NO_EDITS, setAbsent } from '../edits/edits.ts'
import { plannedOf } from '../edits/ends.ts'
import { anEntry } from '../edits/entry.test-data.ts'
import { type EntriesToSend, entriesMissingTimes, groupEntriesToSend, isAllSent } from './to-send.ts'

const day = '2026-11-21'
/** A recorded entry that is not sent yet: from 8:00 to 16:00, unless `changes` say otherwise. */
const worked = (id: number, changes: Parameters<typeof anEntry>[0] = {}) =>
  anEntry({
    id,
    ist_von_date: day,
    ist_von_time: '08:00:00',
    ist_bis_date: day,
    ist_bis_time: '16:00:00',
    ist_duration: 480,
    ...changes,
  })
const noPlan = {
  soll_von_date: null,
  soll_von_time: null,
  soll_bis_date: null,
  soll_bis_time: null,
  soll_duration: 0,
}
const told = (sent: EntriesToSend) =>
  Object.fromEntries(
    Object.entries(sent)
      .filter(([, some]) => some.length > 0)
      .map(([kind, some]) => [kind, some.map(({ entry, by }) => [entry.id, by])]),
  )

test('what is sent is told apart by the plan: as planned, changed by so many minutes, unplanned, cancelled, not come', () => {
  const entries = [
    worked(1),
    worked(2, { ist_bis_time: '15:30:00' }),
    worked(3, { ist_von_time: '07:00:00', ist_bis_time: '15:00:00' }),
    worked(4, { ist_pause: 15, soll_pause: 30 }),
    worked(5, noPlan),
    worked(6, { unplanned: true }),
    worked(7, { status: 'abgesagt' }),
    anEntry({ id: 8, absent: true }),
    anEntry({ id: 9, withdrawal: 'due' }),
  ]
  assert.deepEqual(told(groupEntriesToSend(entries, NO_EDITS, 'Europe/Berlin')), {
    asPlanned: [[1, 0]],
    changed: [
      [2, -30],
      [3, 0],
      [4, 0],
    ],
    unplanned: [
      [5, 480],
      [6, 480],
    ],
    cancelled: [[7, 480]],
    absent: [[8, 0]],
    withdrawn: [[9, 0]],
  })
})

test('what is sent already, incomplete or without times is not sent', () => {
  const entries = [
    worked(1, { submitted: true }),
    anEntry({ id: 2 }),
    anEntry({ id: 3, ist_von_date: day, ist_von_time: '08:00:00' }),
    anEntry({ id: 4, withdrawal: 'done' }),
    anEntry({ id: 5, status: 'abgesagt' }),
  ]
  assert.deepEqual(told(groupEntriesToSend(entries, NO_EDITS, 'Europe/Berlin')), {})
  assert.deepEqual(told(groupEntriesToSend([], NO_EDITS, 'Europe/Berlin')), {})
})

test('what is applied first is counted as it will be then', () => {
  const entries = [anEntry({ id: 1 }), worked(2), worked(3), worked(4, { submitted: true })]
  let edits = changeEntry(NO_EDITS, entries[0]!, plannedOf(entries[0]!))
  edits = changeEntry(edits, entries[1]!, { bis_time: '16:15:00' })
  edits = setAbsent(edits, entries[2]!, true)
  edits = changeEntry(edits, entries[3]!, { von_date: null, von_time: null, bis_date: null, bis_time: null })
  assert.deepEqual(told(groupEntriesToSend(entries, edits, 'Europe/Berlin')), {
    asPlanned: [[1, 0]],
    changed: [[2, 15]],
    absent: [[3, 0]],
    withdrawn: [[4, 0]],
  })
})

test('without times is who is awaited and has none, also none that is about to be applied', () => {
  const entries = [
    anEntry({ id: 1 }),
    anEntry({ id: 2, status: 'abgesagt' }),
    anEntry({ id: 3, absent: true }),
    anEntry({ id: 4, ist_von_date: '2026-11-21', ist_von_time: '08:00:00' }),
    anEntry({ id: 5, withdrawal: 'due' }),
    anEntry({ id: 6 }),
  ]
  const edits = changeEntry(NO_EDITS, entries[5]!, plannedOf(entries[5]!))
  assert.deepEqual(
    entriesMissingTimes(entries, edits).map(({ id }) => id),
    [1],
  )
})

test('all is sent when whoever has cancelled and has no times is all that is left', () => {
  const sent = anEntry({ id: 1, submitted: true })
  const cancelled = anEntry({ id: 2, status: 'Abgesagt' })
  assert.ok(isAllSent([sent]))
  assert.ok(isAllSent([sent, cancelled]))
  assert.ok(!isAllSent([cancelled]))
  assert.ok(!isAllSent([sent, anEntry({ id: 3 })]))
})

test('who has cancelled and came all the same, or whose time is to be taken back, is waited for', () => {
  const sent = anEntry({ id: 1, submitted: true })
  for (const left of [
    { ist_von_date: '2026-11-21', ist_von_time: '08:00:00' },
    { absent: true },
    { withdrawal: 'due' as const },
  ])
    assert.ok(!isAllSent([sent, anEntry({ id: 2, status: 'abgesagt', ...left })]))
})
