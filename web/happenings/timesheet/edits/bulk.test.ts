import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  changeMany,
  changeOne,
  discardMany,
  fillAsPlanned,
  isDue,
  mergeSteps,
  overwriteAsPlanned,
  revertStep,
  setTimeRule,
  shiftRule,
} from './bulk.ts'
import { changeEntry, displayedValues, NO_EDITS, storeInvalidText } from './edits.ts'
import { anEntry } from './entry.test-data.ts'

const entries = [1, 2, 3].map((id) => anEntry({ id }))

test('as planned fills what is empty and leaves what somebody has entered', () => {
  const begun = anEntry({ id: 4, ist_von_date: '2026-11-21', ist_von_time: '09:00:00' })
  const { edits } = changeMany(
    NO_EDITS,
    [...entries, begun, anEntry({ id: 5, is_editable: false })],
    fillAsPlanned,
  )
  assert.deepEqual([...edits.keys()], [1, 2, 3])
  assert.equal(changeMany(edits, [begun], overwriteAsPlanned).edits.get(4)?.local.von_time, '08:00:00')
})

test('a shift moves what is there, a set time takes each entry’s own date', () => {
  const filled = changeMany(NO_EDITS, entries.slice(0, 2), fillAsPlanned).edits
  const later = changeMany(filled, entries, shiftRule('bis', 15)).edits
  assert.deepEqual(
    entries.map((entry) => displayedValues(entry, later.get(entry.id)).bis_time),
    ['16:15:00', '16:15:00', null],
  )
  const set = changeMany(filled, entries, setTimeRule('bis', '02:00:00', '2026-01-01')).edits
  assert.deepEqual(
    entries.map((entry) => displayedValues(entry, set.get(entry.id)).bis_date),
    ['2026-11-22', '2026-11-22', '2026-11-21'],
  )
})

test('what is still to be mended is left alone by all but what sets its own value', () => {
  const edits = storeInvalidText(NO_EDITS, anEntry(), 'von_time', '25:30')
  const after = (rule: Parameters<typeof changeMany>[2]) => changeMany(edits, [anEntry()], rule).edits.get(1)
  for (const rule of [fillAsPlanned, shiftRule('von', 15), setTimeRule('bis', '18:00:00', '2026-11-21')])
    assert.deepEqual(after(rule)?.unread, { von_time: '25:30' })
  for (const rule of [overwriteAsPlanned, setTimeRule('von', '09:00:00', '2026-11-21')])
    assert.equal(after(rule)?.unread, undefined)
})

test('undone is what the step did, not what was changed by hand since', () => {
  const first = entries[0] as (typeof entries)[0]
  const { edits, step } = changeMany(NO_EDITS, entries, fillAsPlanned)
  const byHand = changeEntry(edits, first, { bis_time: '17:00:00' })
  const undone = revertStep(byHand, step)
  assert.deepEqual([...undone.keys()], [1])
  assert.equal(displayedValues(first, undone.get(1)).bis_time, '17:00:00')
  const dropped = discardMany(byHand, entries)
  assert.equal(dropped.edits.size, 0)
  assert.deepEqual(revertStep(dropped.edits, dropped.step), byHand)
})

test('one change of one entry is a step too, and what changes nothing is none', () => {
  const entry = anEntry({ id: 7 })
  const done = changeOne(NO_EDITS, entry, (edits) => changeEntry(edits, entry, { bis_time: '17:00:00' }))
  assert.deepEqual([...done.step.after.keys()], [7])
  assert.deepEqual(revertStep(done.edits, done.step), NO_EDITS)
  assert.equal(changeOne(NO_EDITS, entry, (edits) => edits).step.after.size, 0)
})

test('what is done to other pages a moment later is taken back with the rest', () => {
  const here = changeMany(NO_EDITS, entries.slice(0, 1), fillAsPlanned)
  const others = changeMany(here.edits, entries.slice(1), fillAsPlanned)
  assert.deepEqual(revertStep(others.edits, mergeSteps(here.step, others.step)), NO_EDITS)
})

test('somebody without times is awaited from the moment on at which they were to begin', () => {
  const entry = anEntry()
  assert.equal(isDue(entry, undefined, '2026-11-21T07:59:59'), false)
  assert.equal(isDue(entry, undefined, '2026-11-21T08:00:00'), true)
  assert.equal(isDue(anEntry({ status: 'abgesagt' }), undefined, '2026-11-22T08:00:00'), false)
  assert.equal(isDue(anEntry({ absent: true }), undefined, '2026-11-22T08:00:00'), false)
})
