import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeEntry, NO_EDITS } from './edits.ts'
import { anEntry } from './entry.test-data.ts'
import { failedTrouble, faultyTrouble, isOver, waitingTrouble } from './trouble.ts'

const entries = [1, 2].map((id) => anEntry({ id }))
const edits = entries.reduce((all, entry) => changeEntry(all, entry, { von_time: '09:00:00' }), NO_EDITS)
const plan = { send: NO_EDITS, faulty: [], disputed: [], locked: [], gone: [] }

test('trouble is over once what it is about has been changed', () => {
  const trouble = faultyTrouble(edits, 1, 'Berg, Ada')
  const changed = (place: number) => changeEntry(edits, entries[place] as never, { von_time: '10:00:00' })
  assert.equal(isOver(trouble, edits), false)
  assert.equal(isOver(trouble, changed(1)), false)
  assert.equal(isOver(trouble, changed(0)), true)
})

test('what waits is named: first what can be decided, then what has no row any more', () => {
  assert.equal(waitingTrouble(edits, plan), undefined)
  assert.match(
    waitingTrouble(edits, { ...plan, gone: [2] })?.sentence ?? '',
    /hat den Zeiteintrag entfernt\.$/,
  )
  const both = waitingTrouble(edits, { ...plan, disputed: [1], gone: [2] })
  assert.match(both?.sentence ?? '', /entscheiden Sie an der Zeile\. Ein Eintrag wurde nicht übernommen/)
  assert.match(
    waitingTrouble(edits, { ...plan, locked: [1] })?.sentence ?? '',
    /^Ein Eintrag wurde nicht übernommen: Die Zeiten sind inzwischen übermittelt/,
  )
  assert.deepEqual([both?.way, [...(both?.edits.keys() ?? [])]], ['show', [1]])
})

test('without a connection it is said what becomes of the changes', () => {
  const how = { isOffline: true, isReached: false, isKept: true }
  assert.equal(
    failedTrouble(edits, '', how).sentence,
    'Sie sind offline. Die Änderungen bleiben auf diesem Gerät gespeichert, bis Sie sie übernehmen.',
  )
  assert.match(failedTrouble(edits, '', { ...how, isKept: false }).sentence, /stehen nur hier\.$/)
  assert.equal(
    failedTrouble(edits, 'Das geht nicht.', { ...how, isReached: true }).sentence,
    'Fehler beim Übernehmen der Änderungen: Das geht nicht.',
  )
})
