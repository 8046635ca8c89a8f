import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Assignments } from '#contract/assignments.ts'
import {
  grantColumnSentence,
  grantRowSentence,
  revokeColumnSentence,
  revokeRowSentence,
} from './bulk-sentences.ts'
import { countChanging } from './cells.ts'
import { assignmentsSearch } from './search.ts'
import { createToggles } from './toggles.ts'
import { findVisibleIndexes } from './visible.ts'

type Call = { cell: string; wanted: boolean; yes: () => void; no: (error: Error) => void }

function start() {
  const calls: Call[] = []
  const shown: Record<string, boolean> = {}
  const failures: string[] = []
  const queue = createToggles<string, boolean>({
    keyOf: (cell) => cell,
    send: (cell, wanted) =>
      new Promise<void>((yes, no) => {
        calls.push({ cell, wanted, yes, no })
      }),
    show: (cell, state) => {
      shown[cell] = state
    },
    failed: (_, error) => failures.push((error as Error).message),
  })
  const asked = () => calls.map(({ cell, wanted }) => `${cell} ${wanted}`)
  return { queue, calls, shown, failures, asked }
}
const soon = () => new Promise((go) => setImmediate(go))

test('a toggle is seen at once and asked for once', async () => {
  const { queue, calls, shown, asked } = start()
  queue.toggle('a', false, true)
  assert.equal(shown['a'], true)
  assert.deepEqual(asked(), ['a true'])
  calls[0]?.yes()
  await queue.settled()
  assert.deepEqual(asked(), ['a true'])
})

test('of many toggles of one cell the first and the last are asked for, one after the other', async () => {
  const { queue, calls, shown, asked } = start()
  for (const to of [true, false, true, false]) queue.toggle('a', !to, to)
  assert.deepEqual(asked(), ['a true'])
  calls[0]?.yes()
  await soon()
  assert.deepEqual(asked(), ['a true', 'a false'])
  calls[1]?.yes()
  await queue.settled()
  assert.equal(shown['a'], false)
})

test('back at what was sent already, nothing more is asked', async () => {
  const { queue, calls, asked } = start()
  for (const to of [true, false, true]) queue.toggle('a', !to, to)
  calls[0]?.yes()
  await queue.settled()
  assert.deepEqual(asked(), ['a true'])
})

test('cells do not wait for each other', () => {
  const { queue, asked } = start()
  queue.toggle('a', false, true)
  queue.toggle('b', true, false)
  assert.deepEqual(asked(), ['a true', 'b false'])
})

test('a refusal brings back what the server last confirmed, and says why', async () => {
  const { queue, calls, shown, failures } = start()
  queue.toggle('a', false, true)
  queue.toggle('a', true, false)
  calls[0]?.yes()
  await soon()
  calls[1]?.no(new Error('Das geht nicht.'))
  await queue.settled()
  assert.equal(shown['a'], true)
  assert.deepEqual(failures, ['Das geht nicht.'])
})

test('granting what is there already, or taking away what is not, changes nothing', () => {
  assert.equal(countChanging(['empty', 'granted', 'imported', 'revoked'], true), 2)
  assert.equal(countChanging(['empty', 'granted', 'imported'], false), 2)
})

const named = (...names: string[]) => names.map((name, at) => ({ id: at + 1, name }))
const matrix: Assignments = {
  users: named('Ærenlund, Jana', 'Berger, Anna', 'Groß, Frieda'),
  groups: named('Bühne', 'Empfang', 'Technik', 'Ton'),
  relation: [
    ['empty', 'revoked', 'empty', 'empty'],
    ['granted', 'empty', 'empty', 'empty'],
    ['empty', 'empty', 'imported', 'empty'],
  ],
}

const cases: [search: Record<string, unknown>, rows: number[], columns: number[]][] = [
  [{}, [0, 1, 2], [0, 1, 2, 3]],
  [{ filterUser: 'gross' }, [2], [0, 1, 2, 3]],
  [{ filterGroups: 'buehne' }, [0, 1, 2], [0]],
  [{ onlyUsedUsers: 'true' }, [1, 2], [0, 1, 2, 3]],
  [{ onlyUsedGroups: 'true' }, [0, 1, 2], [0, 2]],
  [{ onlyUsedGroups: 'true', filterGroups: 't', filterUser: 'xyz' }, [], [2]],
]
for (const [search, rows, columns] of cases) {
  test(`${JSON.stringify(search)} shows rows ${rows.join()} and columns ${columns.join()}`, () =>
    assert.deepEqual(findVisibleIndexes(matrix, assignmentsSearch(search)), { rows, columns }))
}

test('a column says to how many it is given, drawn or not', () => {
  assert.equal(
    grantColumnSentence('Bühne', 2_000, 511),
    'Die Gruppe „Bühne“ wird allen 511 gefundenen Benutzern zugewiesen.',
  )
  assert.equal(
    grantColumnSentence('Bühne', 2_000, 2_000),
    'Die Gruppe „Bühne“ wird allen 2.000 Benutzern zugewiesen.',
  )
  assert.equal(grantColumnSentence('Bühne', 12, 1), 'Die Gruppe „Bühne“ wird einem Benutzer zugewiesen.')
})

test('a row does too', () => {
  assert.equal(grantRowSentence('anna', 9, 3), 'anna bekommt alle 3 gefundenen Gruppen.')
  assert.equal(grantRowSentence('anna', 9, 9), 'anna bekommt alle 9 Gruppen.')
  assert.equal(grantRowSentence('anna', 9, 1), 'anna bekommt eine Gruppe.')
})

test('what is taken away counts only those who have it', () => {
  assert.equal(revokeColumnSentence('Bühne', 1_200), 'Die Gruppe „Bühne“ wird 1.200 Benutzern entzogen.')
  assert.equal(revokeColumnSentence('Bühne', 1), 'Die Gruppe „Bühne“ wird einem Benutzer entzogen.')
  assert.equal(revokeRowSentence('anna', 2), 'anna verliert 2 Gruppen.')
  assert.equal(revokeRowSentence('anna', 1), 'anna verliert eine Gruppe.')
})
