import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeEntry, type Edit, keepUnread, NO_EDITS, shownOf } from './edits.ts'
import { cleared } from './ends.ts'
import { anEntry } from './entry.test-data.ts'
import { notTaken, recordedInWords } from './words.ts'

const stored = anEntry({
  ist_von_date: '2026-11-21',
  ist_von_time: '08:00:00',
  ist_bis_date: '2026-11-21',
  ist_bis_time: '16:00:00',
})
const sent = { ...stored, is_editable: false, submitted: true }
const told = (typed: Parameters<typeof changeEntry>[2], entry = sent) =>
  notTaken(entry, changeEntry(NO_EDITS, stored, typed).get(1) as Edit)

test('a change that came too late is told by what was changed, with a day only where it is another', () => {
  const late = ' wurde nicht übernommen: Die Zeiten sind inzwischen übermittelt.'
  assert.equal(told({ bis_time: '18:00:00' }), `Ihre Änderung „18:00“${late}`)
  assert.equal(told({ von_time: '09:00:00', bis_time: '18:00:00' }), `Ihre Änderung „09:00–18:00“${late}`)
  assert.equal(
    told({ bis_date: '2026-11-22', bis_time: '01:00:00' }),
    `Ihre Änderung „22.11.2026 01:00“${late}`,
  )
  assert.equal(told(cleared('bis')), `Ihre Änderung „leer“${late}`)
})

test('a break that could not be read is told as it was typed', () => {
  const edit = keepUnread(NO_EDITS, stored, 'pause', 'viel').get(1) as Edit
  assert.match(notTaken(sent, edit), /^Ihre Änderung „Pause: viel“/)
  assert.equal(
    recordedInWords({ ...shownOf(stored, edit), ...edit.unread }),
    '21.11.2026 08:00–16:00, Pause viel',
  )
})

test('where nothing was sent the times are only locked', () => {
  assert.match(told({ bis_time: '18:00:00' }, { ...sent, submitted: false }), /inzwischen gesperrt\.$/)
})
