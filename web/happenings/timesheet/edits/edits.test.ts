import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseWorkTimes, type TypedTimes } from '#contract/time/work-time.ts'
import type { TimeEntry, TimeHint, TimeHistoryItem } from '#contract/times.ts'
import { createRecordStore, type StorageBackend } from '#web/outbox/record-store.ts'
import { findFault, keepUnanswered } from './apply-edits.ts'
import {
  changeEntry,
  conflictOf,
  discardEdit,
  displayedValues,
  type Edit,
  type Edits,
  isChangedAt,
  keepMine,
  NO_EDITS,
  rebaseEdits,
  revertToServer,
  storeInvalidText,
  toTimeEntryChange,
  unchangedSincePress,
  withEdit,
  withoutAccepted,
  withoutInvalidFields,
  withoutLocked,
} from './edits.ts'
import { createEditsDraft } from './edits-draft.ts'
import { type End, noTimeAt, plannedOf, shiftEnd, usualPlan, withDate, withTime } from './ends.ts'
import { anEntry } from './entry.test-data.ts'
import { daySpan, doubtsIn, totalDifference, totalMinutes, unsentHints, validHints } from './read-entry.ts'
import { findLastChange, recordedInWords, tooLateSentence } from './words.ts'

const zone = 'Europe/Berlin'
const rules = { zone, date: '2026-11-21', isAdmin: false }
const context = { planned: plannedOf(anEntry()), day: '2026-11-20' }
const recorded = anEntry({
  ist_von_date: '2026-11-21',
  ist_von_time: '08:00:00',
  ist_bis_date: '2026-11-21',
  ist_bis_time: '16:00:00',
  ist_duration: 480,
  revision: 1,
})

const isFaulty = (edits: Edits, isAdmin = false) =>
  findFault(edits, [recorded], { ...rules, isAdmin }) !== undefined

test('only what differs from the server is a change, and only that is sent', () => {
  const entry = recorded
  const edits = changeEntry(NO_EDITS, entry, { von_time: '08:15:00', von_date: '2026-11-21' })
  assert.deepEqual(edits.get(1)?.local, { von_time: '08:15:00' })
  assert.deepEqual(edits.get(1) && toTimeEntryChange(1, edits.get(1) as never), {
    timeentry_id: 1,
    ist_von_date: 'not_given',
    ist_von_time: '08:15:00',
    ist_bis_date: 'not_given',
    ist_bis_time: 'not_given',
    revision: 1,
  })
  assert.equal(changeEntry(edits, entry, { von_time: '08:00:00' }).size, 0)
})

test('an emptied end is sent as null, and can be discarded alone', () => {
  const edits = changeEntry(changeEntry(NO_EDITS, recorded, noTimeAt('bis')), recorded, {
    von_time: '07:45:00',
  })
  assert.deepEqual(edits.get(1)?.local, { bis_date: null, bis_time: null, von_time: '07:45:00' })
  assert.deepEqual(revertToServer(edits, recorded, 'bis').get(1)?.local, { von_time: '07:45:00' })
  assert.equal(revertToServer(edits, recorded).size, 0)
})

test('a typed time takes its date from the plan, and the end moves over midnight by itself', () => {
  const empty = displayedValues(anEntry(), undefined)
  const start = withTime(empty, 'von', '22:00:00', context)
  assert.deepEqual(start, { von_date: '2026-11-21', von_time: '22:00:00' })
  const begun = { ...empty, ...start }
  const night = withTime(begun, 'bis', '02:30:00', context)
  assert.deepEqual(night, { bis_date: '2026-11-22', bis_time: '02:30:00' })
  assert.equal(daySpan(parseWorkTimes({ ...begun, ...night }, zone)), 1)
  assert.equal(withTime({ ...begun, ...night }, 'bis', '23:00:00', context).bis_date, '2026-11-21')
  assert.equal(withDate({ ...begun, ...night }, 'von', '2026-12-31').bis_date, '2027-01-01')
})

test('quarters of an hour are shifted over midnight and new year', () => {
  const shown = { von_date: '2026-12-31', von_time: '23:50:00', bis_date: null, bis_time: null }
  assert.deepEqual(shiftEnd(shown, 'von', 15), { von_date: '2027-01-01', von_time: '00:05:00' })
  assert.deepEqual(shiftEnd(shown, 'bis', 15), {})
})

test('what others change in other fields stays; in the same field somebody has to choose', () => {
  const edits = changeEntry(NO_EDITS, recorded, { von_time: '08:15:00' })
  const beside = { ...recorded, ist_bis_time: '17:00:00', revision: 2 }
  assert.equal(conflictOf(beside, edits.get(1)), 'beside')
  assert.equal(displayedValues(beside, edits.get(1)).bis_time, '17:00:00')

  const same = { ...recorded, ist_von_time: '09:00:00', revision: 2 }
  assert.equal(conflictOf(same, edits.get(1)), 'same')
  assert.equal(conflictOf(same, keepMine(edits, same).get(1)), 'none')
  assert.equal(displayedValues(same, keepMine(edits, same).get(1)).von_time, '08:15:00')
  assert.equal(discardEdit(edits, same).size, 0)
})

test('times that the planner has entered meanwhile are somebody else’s too, though no revision counts them', () => {
  const empty = anEntry()
  const edits = changeEntry(NO_EDITS, empty, { von_date: '2026-11-21', von_time: '08:15:00' })
  const planned = { ...empty, ist_von_date: '2026-11-21', ist_von_time: '09:00:00', revision: 0 }
  assert.equal(conflictOf(planned, edits.get(1)), 'same')
  assert.equal(conflictOf(planned, keepMine(edits, planned).get(1)), 'none')
})

test('an edit has seen what others changed once nobody has to decide about it, and keeps its revision until then', () => {
  const edits = changeEntry(NO_EDITS, recorded, { von_time: '08:15:00' })
  const seen = (entry: TimeEntry, before = edits) => rebaseEdits(before, [entry]).get(1)?.revision
  assert.equal(seen({ ...recorded, ist_bis_time: '17:00:00', revision: 2 }), 2)
  const same = { ...recorded, ist_von_time: '09:00:00', revision: 2 }
  assert.equal(seen(same), 1)
  assert.equal(seen({ ...same, is_editable: false }), 1)
  assert.equal(changeEntry(edits, same, { bis_time: '17:00:00' }).get(1)?.revision, 1)
  assert.equal(seen(same, keepMine(edits, same)), 2)
  assert.equal(seen({ ...recorded, revision: 3 }), 3)
})

test('of a dispute the history tells who was the last to change what is disputed', () => {
  const edits = changeEntry(NO_EDITS, recorded, { von_time: '08:15:00' })
  const fresh = { ...recorded, ist_von_time: '09:00:00', ist_bis_time: '17:00:00', revision: 3 }
  const [eight, nine, four, five] = ['08:00', '09:00', '16:00', '17:00'].map((time) => `2026-11-21T${time}`)
  const item = (by: string, change: object, kind: TimeHistoryItem['kind'] = 'changed') => ({
    at: '2026-11-21T18:00:00Z',
    by,
    by_display_name: by,
    kind,
    old_von: nine as string,
    old_bis: four as string,
    new_von: nine as string,
    new_bis: four as string,
    old_pause: null,
    new_pause: null,
    old_note: null,
    new_note: null,
    old_absent: false,
    new_absent: false,
    message: null,
    ...change,
  })
  const history = [
    item('planer', { old_von: eight }, 'planned'),
    item('bruno', { new_bis: five }),
    item('anna', { old_von: eight }),
    item('clara', { old_von: null, new_von: eight }),
  ]
  assert.equal(findLastChange(history, fresh, edits.get(1) as Edit)?.by, 'anna')
  const beside = { ...recorded, ist_bis_time: '17:00:00', revision: 2 }
  assert.equal(findLastChange(history, beside, edits.get(1) as Edit)?.by, 'bruno')
  assert.equal(findLastChange([], fresh, edits.get(1) as Edit), undefined)
})

test('a change of an entry that was sent meanwhile counts neither as open nor in the sum', () => {
  const other = { ...recorded, id: 2 }
  const one = changeEntry(NO_EDITS, recorded, { bis_time: '18:00:00' })
  const edits = changeEntry(one, other, { bis_time: '17:00:00' })
  const left = withoutLocked(edits, [{ ...recorded, is_editable: false, submitted: true }, other])
  assert.deepEqual([...left.keys()], [2])
  assert.equal(totalDifference(left, zone), 60)
  assert.equal(withoutLocked(edits, [recorded, other]), edits)
})

test('what was typed while the changes were on their way stays a change', () => {
  const sent = changeEntry(NO_EDITS, recorded, { von_time: '08:15:00', bis_time: '16:15:00' })
  const meanwhile = changeEntry(sent, recorded, { bis_time: '16:30:00' })
  assert.deepEqual(withoutAccepted(meanwhile, sent).get(1)?.local, { bis_time: '16:30:00' })
  // The revision stays: this edit does not know what others have changed in the meantime.
  assert.equal(withoutAccepted(meanwhile, sent).get(1)?.revision, 1)
  assert.equal(withoutAccepted(sent, sent).size, 0)
})

test('what cannot be read is an open change that has to be mended, and nothing beneath it is sent', () => {
  const edits = storeInvalidText(NO_EDITS, recorded, 'bis_time', '25:30')
  assert.deepEqual(edits.get(1)?.unread, { bis_time: '25:30' })
  assert.equal(isChangedAt(edits.get(1), 'bis'), true)
  assert.ok(isFaulty(edits))
  assert.equal(totalDifference(edits, zone), -480)
  assert.deepEqual(rebaseEdits(edits, [recorded]), edits)
  const beside = changeEntry(edits, recorded, { von_time: '08:15:00' })
  assert.ok(isFaulty(beside))
  assert.deepEqual(
    withoutAccepted(beside, changeEntry(NO_EDITS, recorded, { von_time: '08:15:00' })).get(1)?.unread,
    {
      bis_time: '25:30',
    },
  )
})

test('it is over once a value stands there, the old one too, and others who change the same are a conflict', () => {
  const edits = storeInvalidText(NO_EDITS, recorded, 'bis_time', '25:30')
  assert.equal(changeEntry(edits, recorded, { bis_time: '16:00:00' }).size, 0)
  assert.equal(revertToServer(edits, recorded, 'bis').size, 0)
  assert.equal(revertToServer(edits, recorded, 'von').size, 1)
  const fresh = { ...recorded, ist_bis_time: '17:00:00', revision: 2 }
  assert.equal(conflictOf(fresh, edits.get(1)), 'same')
  assert.equal(conflictOf(fresh, changeEntry(edits, fresh, { bis_time: '16:30:00' }).get(1)), 'same')
})

test('a break that is no number of minutes has to be mended, too, and the times that it is within still count', () => {
  const edits = storeInvalidText(NO_EDITS, recorded, 'pause', 'viel')
  assert.deepEqual(edits.get(1)?.unread, { pause: 'viel' })
  assert.ok(isFaulty(edits))
  assert.equal(totalDifference(edits, zone), 0)
  assert.equal(conflictOf({ ...recorded, ist_pause: 30, revision: 2 }, edits.get(1)), 'same')
  const later = changeEntry(edits, recorded, { bis_time: '17:00:00' })
  assert.deepEqual(later.get(1)?.unread, { pause: 'viel' })
  assert.equal(totalDifference(later, zone), 60)
  assert.deepEqual(changeEntry(later, recorded, { pause: 45 }).get(1)?.unread, undefined)
  assert.equal(changeEntry(edits, recorded, { pause: null }).size, 0)
})

test('a time in one field leaves a date alone that has still to be mended', () => {
  const edits = storeInvalidText(NO_EDITS, recorded, 'bis_date', '31.02.2026')
  const late = { von_time: '22:00:00', bis_date: '2026-11-22' }
  assert.deepEqual(withoutInvalidFields(late, edits.get(1), 'von_time'), { von_time: '22:00:00' })
  assert.deepEqual(withoutInvalidFields(late, edits.get(1), 'bis_date'), late)
})

test('while two differ about an entry, the sum is that of the lengths that are shown', () => {
  const edits = changeEntry(NO_EDITS, recorded, { bis_time: '17:00:00' })
  // Another user has shortened eight hours to five. Here the entry shows nine.
  const fresh = { ...recorded, ist_bis_time: '13:00:00', ist_duration: 300, revision: 2 }
  const other = { ...recorded, id: 2, ist_duration: 480 }
  assert.equal(totalMinutes([fresh, other], edits, zone), 540 + 480)
  // Unreadable input counts nothing; without a change the stored length counts.
  assert.equal(totalMinutes([fresh, other], storeInvalidText(edits, fresh, 'bis_time', 'x'), zone), 480)
  assert.equal(totalMinutes([fresh, other], NO_EDITS, zone), 300 + 480)
})

test('24:00 ends the day beside it: as a begin and as an end it is midnight of the next one', () => {
  const nothing: TypedTimes = { von_date: null, von_time: null, bis_date: null, bis_time: null }
  const plan = { von_date: '2026-11-21', von_time: '18:00:00', bis_date: '2026-11-22', bis_time: '02:00:00' }
  const context = { planned: plan, day: '2026-11-21' }
  const at = (shown: Partial<TypedTimes>, end: End, planned = plan) => {
    const typed = withTime({ ...nothing, ...shown }, end, '24:00:00', { ...context, planned })
    return `${typed[`${end}_date`]} ${typed[`${end}_time`]}`
  }
  assert.equal(at({ von_date: '2026-11-21' }, 'von'), '2026-11-22 00:00:00')
  assert.equal(at({ von_date: '2026-11-21', von_time: '18:00:00' }, 'bis'), '2026-11-22 00:00:00')
  assert.equal(at({ von_date: '2026-11-21', von_time: '00:00:00' }, 'bis'), '2026-11-22 00:00:00')
  assert.equal(at({ bis_date: '2026-11-21' }, 'bis'), '2026-11-22 00:00:00')
  // Without a date it is the midnight nearest to the plan.
  assert.equal(at({}, 'von'), '2026-11-22 00:00:00')
  assert.equal(at({}, 'bis'), '2026-11-22 00:00:00')
  assert.equal(
    at({}, 'bis', { ...plan, bis_date: '2026-11-21', bis_time: '22:00:00' }),
    '2026-11-22 00:00:00',
  )
  assert.equal(
    at({}, 'von', { ...plan, von_date: '2026-11-22', von_time: '00:00:00' }),
    '2026-11-22 00:00:00',
  )
  assert.equal(at({}, 'von', nothing as never), '2026-11-22 00:00:00')
  // '24:00' typed twice is the same midnight. Another time typed after it belongs to the original day.
  assert.equal(at({ von_date: '2026-11-22', von_time: '00:00:00' }, 'von'), '2026-11-22 00:00:00')
  const after24 = (time: string, planned: TypedTimes = plan) => {
    const shown = { ...nothing, von_date: '2026-11-22', von_time: '00:00:00' }
    return withTime(shown, 'von', time, { ...context, planned }).von_date
  }
  assert.equal(after24('14:30:00'), '2026-11-21')
  assert.equal(after24('14:30:00', nothing), '2026-11-21')
  assert.equal(after24('00:30:00', { ...plan, von_time: '22:00:00' }), '2026-11-22')
  // An end that is already there moves along.
  assert.deepEqual(
    withTime(
      { ...nothing, von_date: '2026-11-21', bis_date: '2026-11-21', bis_time: '03:00:00' },
      'von',
      '24:00:00',
      context,
    ),
    { von_date: '2026-11-22', von_time: '00:00:00', bis_date: '2026-11-22' },
  )
})

test('what is changed here to more than a month from the plan has to be mended by who records, not by administrators', () => {
  const slip = changeEntry(NO_EDITS, recorded, { von_date: '2000-01-01', bis_date: '2000-01-01' })
  assert.ok(isFaulty(slip))
  assert.equal(isFaulty(slip, true), false)
})

test('what is asked about before it is saved: days from the plan, and what has not happened yet', () => {
  const asked = (typed: Partial<TypedTimes>, now: string) =>
    doubtsIn(changeEntry(NO_EDITS, recorded, typed), [recorded], rules, now).map(({ doubt }) => doubt.kind)
  assert.deepEqual(asked({ bis_time: '16:15:00' }, '2026-11-21T16:00:00'), [])
  assert.deepEqual(asked({ bis_time: '16:30:00' }, '2026-11-21T16:00:00'), ['future'])
  assert.deepEqual(asked({ von_date: '2026-11-11', bis_date: '2026-11-11' }, '2026-11-21T16:00:00'), [
    'distant',
  ])
  assert.deepEqual(doubtsIn(NO_EDITS, [recorded], rules, '2020-01-01T00:00:00'), [])
})

test('what was pressed for goes on as it is compared now; what was changed since, or mended, or dropped, does not', () => {
  const [first, second] = [anEntry({ id: 1 }), anEntry({ id: 2 })]
  const typed = { bis_time: '16:45:00' }
  const pressed = changeEntry(changeEntry(NO_EDITS, first, typed), second, typed)
  assert.deepEqual([...unchangedSincePress(pressed, pressed).keys()], [1, 2])
  const seen = rebaseEdits(pressed, [{ ...first, revision: 7, note: 'von anderen' }])
  assert.equal(unchangedSincePress(pressed, seen).get(1)?.revision, 7)
  const changed = changeEntry(pressed, second, { bis_time: '17:00:00' })
  assert.deepEqual([...unchangedSincePress(pressed, changed).keys()], [1])
  assert.deepEqual(
    [...unchangedSincePress(pressed, storeInvalidText(pressed, first, 'von_time', 'acht')).keys()],
    [2],
  )
  assert.deepEqual([...unchangedSincePress(pressed, withEdit(pressed, 1, undefined)).keys()], [2])
})

test('what was sent, arrived and was never answered is nobody else’s change, whatever is typed after it', () => {
  const pressed = changeEntry(NO_EDITS, recorded, { von_time: '09:00:00' })
  const after = changeEntry(keepUnanswered(pressed, pressed), recorded, { von_time: '10:00:00' })
  const arrived = { ...recorded, ist_von_time: '09:00:00', revision: 2 }
  assert.equal(conflictOf(arrived, after.get(1)), 'none')
  const settled = rebaseEdits(after, [arrived])
  assert.deepEqual([settled.get(1)?.local, settled.get(1)?.revision], [{ von_time: '10:00:00' }, 2])
  // From now on a change by others conflicts, also one back to the value before.
  assert.equal(conflictOf({ ...arrived, ist_von_time: '07:00:00', revision: 3 }, settled.get(1)), 'same')
  assert.equal(conflictOf({ ...recorded, revision: 3 }, settled.get(1)), 'same')
})

test('of what was sent several times without an answer each is one’s own', () => {
  const nine = changeEntry(NO_EDITS, recorded, { von_time: '09:00:00' })
  const ten = changeEntry(keepUnanswered(nine, nine), recorded, { von_time: '10:00:00' })
  const again = keepUnanswered(keepUnanswered(ten, ten), ten)
  assert.equal(again.get(1)?.unanswered?.length, 2)
  const eleven = changeEntry(again, recorded, { von_time: '11:00:00' })
  for (const ist_von_time of ['09:00:00', '10:00:00'])
    assert.equal(conflictOf({ ...recorded, ist_von_time, revision: 2 }, eleven.get(1)), 'none')
})

const begun = anEntry({ ist_bis_date: '2026-11-21', ist_bis_time: '16:00:00' })
const missing = {
  timeentry_id: 1,
  kind: 'incomplete' as const,
  sentence: 'Der Beginn fehlt.',
  as_planned: false,
}
const far = { timeentry_id: 1, kind: 'far' as const, sentence: 'Weicht vom Plan ab.', as_planned: false }
const left = (typed: Parameters<typeof changeEntry>[2]) =>
  validHints([missing, far], changeEntry(NO_EDITS, begun, typed)).map(({ kind }) => kind)

test('a hint is over once a time that it speaks of has been changed', () => {
  assert.deepEqual(left({}), ['incomplete', 'far'])
  assert.deepEqual(left({ von_time: '08:00:00' }), [])
  assert.deepEqual(left({ bis_time: '17:00:00' }), ['incomplete'])
  assert.deepEqual(left(noTimeAt('bis')), [])
})

const hint = (timeentry_id: number): TimeHint => ({
  timeentry_id,
  kind: 'long',
  sentence: 'Lang.',
  as_planned: false,
})

test('before a sending there are only hints about what has not been sent', () => {
  const entries = [anEntry({ id: 1, submitted: true }), anEntry({ id: 2 })]
  assert.deepEqual(unsentHints([hint(1), hint(2)], entries), [hint(2)])
})

test('about whom nothing is known yet, nothing is said', () => {
  assert.deepEqual(unsentHints([hint(3)], []), [])
})

test('the usual plan is what most of a team have, of each end by itself', () => {
  const planned = (soll_von_time: string | null, soll_bis_time: string | null) =>
    anEntry({ soll_von_time, soll_bis_time })
  const team = [
    planned('13:00:00', '22:00:00'),
    planned('14:00:00', '22:30:00'),
    planned('13:00:00', '22:30:00'),
    planned(null, null),
    planned(null, null),
    planned(null, null),
  ]
  assert.deepEqual(usualPlan(team), { von: '13:00:00', bis: '22:30:00' })
  assert.deepEqual(usualPlan([planned(null, null)]), { von: null, bis: null })
})

test('what the server answers one window takes nothing of what another has just typed into the entry', async () => {
  const stored = new Map<string, unknown>()
  const storage: StorageBackend = {
    read: async (start) => structuredClone([...stored].filter(([key]) => key.startsWith(start))),
    keys: async () => [...stored.keys()],
    async write(key, value) {
      stored.set(key, structuredClone(value))
      return true
    },
    async change(key, by) {
      const value = by(structuredClone(stored.get(key)))
      stored.set(key, structuredClone(value))
      return { value }
    },
    clear: async () => {},
  }
  // Two windows that have received no message from each other yet.
  const open = () => {
    const records = createRecordStore(storage, { post() {}, listen() {} }).under<Edit>('1/draft/times/9/')
    return { records, edits: createEditsDraft(records) }
  }
  const [one, other] = [open(), open()]
  await Promise.all([one.records.ready, other.records.ready])
  const entry = anEntry()
  const times = { von_date: '2026-11-21', von_time: '08:15' }
  one.edits.put(changeEntry(one.edits.get(), entry, times))
  await other.records.change('1', (stored) => stored)
  one.edits.put(changeEntry(one.edits.get(), entry, { note: 'Regen' }))
  other.edits.change((edits) =>
    rebaseEdits(edits, [{ ...entry, ist_von_date: '2026-11-21', ist_von_time: '08:15' }]),
  )
  await new Promise(setImmediate)
  assert.equal(other.edits.get().get(entry.id)?.local.note, 'Regen')
  assert.deepEqual(stored.get('1/draft/times/9/1'), other.edits.get().get(entry.id))
})

const stored = anEntry({
  ist_von_date: '2026-11-21',
  ist_von_time: '08:00:00',
  ist_bis_date: '2026-11-21',
  ist_bis_time: '16:00:00',
})
const sent = { ...stored, is_editable: false, submitted: true }
const told = (typed: Parameters<typeof changeEntry>[2], entry = sent) =>
  tooLateSentence(entry, changeEntry(NO_EDITS, stored, typed).get(1) as Edit)

test('a change that came too late is told by what was changed, with a day only where it is another', () => {
  const late = ' wurde nicht übernommen: Die Zeiten sind inzwischen übermittelt.'
  assert.equal(told({ bis_time: '18:00:00' }), `Ihre Änderung „18:00“${late}`)
  assert.equal(told({ von_time: '09:00:00', bis_time: '18:00:00' }), `Ihre Änderung „09:00–18:00“${late}`)
  assert.equal(
    told({ bis_date: '2026-11-22', bis_time: '01:00:00' }),
    `Ihre Änderung „22.11.2026 01:00“${late}`,
  )
  assert.equal(told(noTimeAt('bis')), `Ihre Änderung „leer“${late}`)
})

test('a break that could not be read is told as it was typed', () => {
  const edit = storeInvalidText(NO_EDITS, stored, 'pause', 'viel').get(1) as Edit
  assert.match(tooLateSentence(sent, edit), /^Ihre Änderung „Pause: viel“/)
  assert.equal(
    recordedInWords({ ...displayedValues(stored, edit), ...edit.unread }),
    '21.11.2026 08:00–16:00, Pause viel',
  )
})

test('where nothing was sent the times are only locked', () => {
  assert.match(told({ bis_time: '18:00:00' }, { ...sent, submitted: false }), /inzwischen gesperrt\.$/)
})
