// Absence and notes: edited like times, with their consequences for the times.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeMany, fillAsPlanned, overwriteAsPlanned, setTimeRule } from './bulk.ts'
import {
  changeEntry,
  conflictOf,
  displayedValues,
  type Edit,
  NO_EDITS,
  setAbsent,
  storeInvalidText,
  toTimeEntryChange,
  withoutAccepted,
} from './edits.ts'
import { anEntry } from './entry.test-data.ts'
import { recordedInWords, tooLateSentence } from './words.ts'

const empty = anEntry()
const worked = anEntry({
  ist_von_date: '2026-11-21',
  ist_von_time: '08:00:00',
  ist_bis_date: '2026-11-21',
  ist_bis_time: '16:00:00',
})
const times = { von_date: '2026-11-21', von_time: '09:00:00', bis_date: '2026-11-21', bis_time: '17:00:00' }

test('who did not come has no times, and a second press brings back what was typed', () => {
  const typed = changeEntry(NO_EDITS, worked, times)
  const absent = setAbsent(typed, worked, true)
  const { von_time, absent: isAbsent } = displayedValues(worked, absent.get(1))
  assert.deepEqual([von_time, isAbsent], [null, true])
  const back = setAbsent(absent, worked, false)
  assert.deepEqual(back.get(1)?.local, typed.get(1)?.local)
  assert.equal(setAbsent(setAbsent(NO_EDITS, worked, true), worked, false).size, 0)
})

test('what is not readable is over with an absence, and a note stays beside it', () => {
  const noted = changeEntry(NO_EDITS, empty, { note: 'krank' })
  const { local, unread } = setAbsent(noted, empty, true).get(1) as Edit
  assert.deepEqual([local, unread], [{ note: 'krank', absent: true }, undefined])
  const unreadable = storeInvalidText(
    storeInvalidText(noted, empty, 'bis_time', '25:30'),
    empty,
    'pause',
    'viel',
  )
  assert.deepEqual(setAbsent(unreadable, empty, true).get(1)?.unread, undefined)
  assert.deepEqual(setAbsent(setAbsent(noted, empty, true), empty, false).get(1)?.local, { note: 'krank' })
})

test('entered times end an absence, and the server is told what has changed alone', () => {
  const gone = anEntry({ absent: true })
  const edit = changeEntry(NO_EDITS, gone, times).get(1) as Edit
  assert.equal(edit.local.absent, false)
  assert.equal(toTimeEntryChange(1, edit).absent, false)
  const noted = changeEntry(NO_EDITS, gone, { note: 'krank' }).get(1) as Edit
  assert.deepEqual(toTimeEntryChange(1, noted), {
    timeentry_id: 1,
    ist_von_date: 'not_given',
    ist_von_time: 'not_given',
    ist_bis_date: 'not_given',
    ist_bis_time: 'not_given',
    note: 'krank',
    revision: 0,
  })
})

test('what is done to all leaves alone who did not come', () => {
  const gone = anEntry({ absent: true })
  for (const rule of [fillAsPlanned, overwriteAsPlanned, setTimeRule('von', '08:15:00', '2026-11-21')])
    assert.equal(changeMany(NO_EDITS, [gone], rule).edits.size, 0)
})

test('an absence and times that others have entered dispute each other', () => {
  const absent = setAbsent(NO_EDITS, empty, true)
  assert.equal(conflictOf({ ...worked, revision: 1 }, absent.get(1)), 'same')
  const typed = changeEntry(NO_EDITS, empty, times)
  assert.equal(conflictOf(anEntry({ absent: true, revision: 1 }), typed.get(1)), 'same')
  assert.equal(conflictOf(anEntry({ note: 'krank', revision: 1 }), absent.get(1)), 'beside')
})

test('an edit that an older app has kept knows of times alone, and goes out as it was', () => {
  const { note: _note, absent: _absent, ...base } = displayedValues(empty, undefined)
  const kept: Edit = { revision: 0, base, local: { von_date: '2026-11-21', von_time: '08:00:00' } }
  const noted = anEntry({ note: 'krank', revision: 1 })
  assert.equal(conflictOf(noted, kept), 'none')
  assert.equal(toTimeEntryChange(1, kept).note, undefined)
  assert.equal(withoutAccepted(new Map([[1, kept]]), new Map([[1, kept]])).size, 0)
})

test('sentences tell of an absence and a note', () => {
  const gone = displayedValues(anEntry({ absent: true, note: 'krank' }), undefined)
  assert.equal(recordedInWords(gone), 'nicht gekommen, Notiz „krank“')
  const sent = { ...worked, is_editable: false, submitted: true }
  const edit = setAbsent(changeEntry(NO_EDITS, worked, { note: 'krank' }), worked, true).get(1) as Edit
  assert.equal(
    tooLateSentence(sent, edit),
    'Ihre Änderung „nicht gekommen, Notiz: krank“ wurde nicht übernommen: Die Zeiten sind inzwischen übermittelt.',
  )
})
