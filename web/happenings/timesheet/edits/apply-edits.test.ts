import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TimeDispute, TimeEntryChange } from '#contract/times.ts'
import {
  type ApplyProblem,
  applyEdits,
  disputesProblem,
  failedProblem,
  findFault,
  isProblemOver,
} from './apply-edits.ts'
import { changeEntry, discardEdit, type Edits, keepMine, NO_EDITS, rebaseEdits } from './edits.ts'
import { anEntry } from './entry.test-data.ts'

const entries = [1, 2].map((id) => anEntry({ id }))
const edits = entries.reduce((all, entry) => changeEntry(all, entry, { von_time: '09:00:00' }), NO_EDITS)
const rules = { zone: 'Europe/Berlin', date: '2026-11-21', isAdmin: false }
const dispute = (
  timeentry_id: number,
  reason: TimeDispute['reason'],
  by: string | null = null,
): TimeDispute => ({
  timeentry_id,
  reason,
  ...(reason !== 'gone' && {
    entry: anEntry({
      id: timeentry_id,
      ist_von_time: '10:00:00',
      revision: 7,
      is_editable: reason === 'changed',
    }),
  }),
  by,
  by_display_name: by,
  at: by && '2026-11-21T18:00:00Z',
})
/** Applies the edits to a fake server that reports the disputes once and then accepts everything. */
async function applyAgainst(disputes: TimeDispute[], edits: Edits) {
  const calls: TimeEntryChange[][] = []
  const done = await applyEdits(edits, async (changes) => {
    calls.push(changes)
    return calls.length === 1 ? disputes : []
  })
  return { done, calls }
}

test('what others have changed, sent or removed meanwhile waits with the reason of the server, and the rest goes', async () => {
  const all = [1, 2, 3, 4].reduce(
    (left, id) => changeEntry(left, anEntry({ id, revision: id }), { von_time: '09:00:00' }),
    NO_EDITS,
  )
  const disputes = [dispute(1, 'changed', 'Anna Berg'), dispute(2, 'locked'), dispute(3, 'gone')]
  const { done, calls } = await applyAgainst(disputes, all)
  assert.deepEqual(
    calls.map((changes) => changes.map(({ timeentry_id, revision }) => [timeentry_id, revision])),
    [
      [
        [1, 1],
        [2, 2],
        [3, 3],
        [4, 4],
      ],
      [[4, 4]],
    ],
  )
  assert.deepEqual([...(done?.stored.keys() ?? [])], [4])
  assert.deepEqual(done?.disputes, disputes)
})

test('where the server only cannot tell what was seen, the change goes again with the revision that it names', async () => {
  const unknown = {
    ...dispute(1, 'changed'),
    entry: anEntry({ id: 1, ist_bis_time: '17:00:00', revision: 7 }),
  }
  const { done, calls } = await applyAgainst([unknown], edits)
  assert.deepEqual(
    calls[1]?.map(({ timeentry_id, revision }) => [timeentry_id, revision]),
    [
      [1, 7],
      [2, 0],
    ],
  )
  assert.deepEqual([done?.stored.size, done?.disputes], [2, []])
})

test('where others always come first it is given up', async () => {
  const left = await applyEdits(edits, async (changes) =>
    changes.map(({ timeentry_id, revision = 0 }) => ({
      ...dispute(timeentry_id, 'changed'),
      entry: anEntry({ id: timeentry_id, revision: revision + 1 }),
    })),
  )
  assert.equal(left, undefined)
})

test('a problem is over once what it is about has been changed', () => {
  const problem = findFault(edits, entries, rules) as ApplyProblem
  assert.match(problem.sentence, /Bitte korrigieren Sie zuerst die Zeiten von „Ada Berg“\.$/)
  const changed = (place: number) => changeEntry(edits, entries[place] as never, { von_time: '10:00:00' })
  assert.equal(isProblemOver(problem, edits), false)
  assert.equal(isProblemOver(problem, changed(1)), false)
  assert.equal(isProblemOver(problem, changed(0)), true)
})

test('what goes by itself is told of as long as any of it does, whatever others or another window change beside it', () => {
  const how = { isOffline: true, isReached: false, isKept: true }
  const problem = failedProblem(edits, '', how)
  const beside = rebaseEdits(edits, [anEntry({ note: 'Nachtzug', revision: 1 })])
  assert.notEqual(beside.get(1), edits.get(1))
  const inAnotherWindow = structuredClone(beside)
  assert.equal(isProblemOver(problem, inAnotherWindow), false)
  const typed = entries.reduce(
    (all, entry) => changeEntry(all, entry, { von_time: '10:00:00' }),
    inAnotherWindow,
  )
  assert.equal(isProblemOver(problem, typed), true)
})

test('a dispute is over once somebody has decided, not when a part of it settles', () => {
  const typed = { von_date: '2026-11-21', von_time: '09:00:00' }
  const mine = changeEntry(NO_EDITS, anEntry(), typed)
  const theirs = anEntry({ ist_von_date: '2026-11-21', ist_von_time: '10:00:00', revision: 1 })
  const problem = disputesProblem(mine, [dispute(1, 'changed')]) as ApplyProblem
  const settled = rebaseEdits(mine, [theirs])
  assert.deepEqual(settled.get(1)?.local, { von_time: '09:00:00' })
  assert.equal(isProblemOver(problem, settled), false)
  assert.equal(isProblemOver(problem, keepMine(settled, theirs)), true)
  assert.equal(isProblemOver(problem, discardEdit(settled, theirs)), true)
})

test('what waits is named: first what can be decided, then what has no row any more', () => {
  assert.equal(disputesProblem(edits, []), undefined)
  assert.match(
    disputesProblem(edits, [dispute(2, 'gone')])?.sentence ?? '',
    /hat den Zeiteintrag entfernt\.$/,
  )
  const both = disputesProblem(edits, [dispute(1, 'changed'), dispute(2, 'gone')])
  assert.match(both?.sentence ?? '', /entscheiden Sie an der Zeile\. Ein Eintrag wurde nicht übernommen/)
  assert.match(
    disputesProblem(edits, [dispute(1, 'locked')])?.sentence ?? '',
    /^Fehler beim Übernehmen der Änderungen\. Ein Eintrag wurde nicht übernommen: Die Zeiten sind inzwischen übermittelt/,
  )
  assert.deepEqual([both?.action, [...(both?.edits.keys() ?? [])]], ['show', [1]])
})

test('who has changed the same is named where it was one person, of one entry with the moment', () => {
  const told = (...names: (string | null)[]) =>
    disputesProblem(
      edits,
      names.map((name, at) => dispute(at + 1, 'changed', name)),
    )?.sentence ?? ''
  assert.match(
    told('Anna Berg'),
    /\. Ein Eintrag wurde nicht übernommen: Anna Berg hat inzwischen dasselbe geändert \(21\.11\.2026 \d/,
  )
  assert.match(
    told('Anna Berg', 'Anna Berg'),
    /\. 2 Einträge wurden nicht übernommen: Anna Berg hat inzwischen dasselbe geändert\./,
  )
  assert.match(told('Anna Berg', 'Bruno Castell'), /: Andere haben inzwischen dasselbe geändert\./)
  assert.match(told(null), /: Andere haben inzwischen dasselbe geändert\./)
})

for (const why of [
  'Das hat nicht geklappt. Bitte melden Sie den Fehler mit der Nummer 0a1b2c3d4e5f.',
  'Gerade ist zu viel zu tun.',
  'Technischer Fehler',
])
  test(`what the server said is read before what becomes of the changes: „${why}“`, () => {
    const how = { isOffline: false, isReached: true, isKept: true }
    const { sentence, isUnreached } = failedProblem(edits, why, how)
    assert.equal(
      sentence,
      `Fehler beim Übernehmen der Änderungen: ${why.replace(/\.$/, '')}. Die Änderungen bleiben auf diesem Gerät gespeichert und werden übernommen, sobald es wieder geht.`,
    )
    assert.equal(isUnreached, false)
  })

test('without a connection it is said what becomes of the changes', () => {
  const how = { isOffline: true, isReached: false, isKept: true }
  assert.equal(
    failedProblem(edits, '', how).sentence,
    'Fehler beim Übernehmen der Änderungen: Sie sind offline. Die Änderungen bleiben auf diesem Gerät gespeichert und werden übernommen, sobald Sie wieder Netz haben.',
  )
  assert.match(failedProblem(edits, '', { ...how, isKept: false }).sentence, /stehen nur hier\.$/)
  assert.equal(
    failedProblem(edits, 'Hier ist jemand anderes angemeldet.', {
      ...how,
      isOffline: false,
      isReached: true,
      isOfSession: true,
    }).sentence,
    'Fehler beim Übernehmen der Änderungen: Hier ist jemand anderes angemeldet. Die Änderungen bleiben auf diesem Gerät gespeichert und werden übernommen, sobald Sie wieder angemeldet sind.',
  )
  assert.equal(
    failedProblem(edits, 'Das geht nicht.').sentence,
    'Fehler beim Übernehmen der Änderungen: Das geht nicht.',
  )
})
