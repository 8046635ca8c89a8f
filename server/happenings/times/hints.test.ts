import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findHints, type HintedEntry } from './hints.ts'

let id = 0
const entry = (ist: [string | null, string | null], changes: Partial<HintedEntry> = {}): HintedEntry => ({
  id: ++id,
  isOwn: true,
  subhappening_name: 'Bühne',
  isVisible: true,
  personalnummer: 'P1',
  day: '2026-11-21',
  soll_von: null,
  soll_bis: null,
  ist_von: at(ist[0]),
  ist_bis: at(ist[1]),
  ...changes,
})
const at = (moment: string | null) => moment && `2026-11-${moment.replace(' ', 'T')}:00`
const hintsOf = (...entries: HintedEntry[]) => findHints(entries, 'Europe/Berlin', '2026-11-23T12:00:00')
const kinds = (...entries: HintedEntry[]) => hintsOf(...entries).map(({ kind }) => kind)

test('an ordinary shift gives no hint', () => {
  assert.deepEqual(kinds(entry(['21 08:00', '21 14:00'])), [])
  assert.deepEqual(kinds(entry(['21 08:00', '21 12:00']), entry(['21 12:30', '21 16:30'])), [])
})

test('a missing end, or beginning, is pointed out', () => {
  assert.deepEqual(kinds(entry(['21 08:00', null])), ['incomplete'])
  assert.deepEqual(kinds(entry([null, '21 08:00'])), ['incomplete'])
  assert.deepEqual(kinds(entry([null, null])), [])
})

test('two entries of one person that overlap are both pointed out; those that touch are not', () => {
  assert.deepEqual(kinds(entry(['21 08:00', '21 12:00']), entry(['21 11:00', '21 13:00'])), [
    'overlap',
    'overlap',
  ])
  assert.deepEqual(kinds(entry(['21 08:00', '21 11:00']), entry(['21 11:00', '21 13:00'])), [])
})

test('different people, and people without a number, do not overlap', () => {
  assert.deepEqual(
    kinds(entry(['21 08:00', '21 12:00']), entry(['21 08:00', '21 12:00'], { personalnummer: 'P2' })),
    [],
  )
  const nobody = { personalnummer: null }
  assert.deepEqual(
    kinds(entry(['21 08:00', '21 12:00'], nobody), entry(['21 08:00', '21 12:00'], nobody)),
    [],
  )
})

test('entries elsewhere count along, but hints are given for the asked ones', () => {
  const here = entry(['21 08:00', '21 12:00'])
  const there = entry(['21 11:00', '21 13:00'], { isOwn: false, subhappening_name: 'Einlass' })
  const [hint, ...others] = hintsOf(here, there)
  assert.equal(hint?.timeentry_id, here.id)
  assert.equal(hint?.sentence, 'Überschneidet sich mit 11:00–13:00 Uhr in „Einlass“.')
  assert.deepEqual(others, [])
})

test('an overlap with what one may not see names neither place nor time', () => {
  const there = entry(['21 11:00', '21 13:00'], { isOwn: false, isVisible: false })
  const [hint] = hintsOf(entry(['21 08:00', '21 12:00']), there)
  assert.equal(hint?.sentence, 'Überschneidet sich mit einer Zeit in einem anderen Team.')
})

/** With `soll_pause` the planner supports breaks, so the timesheet has a field for them. */
const withBreaks = { soll_pause: 0 }

test('nobody is asked for a break where there is no field for it, and no gap to leave', () => {
  const day = (changes: Partial<HintedEntry> = {}) => kinds(entry(['21 08:00', '21 17:30'], changes))
  assert.deepEqual(day(), [])
  assert.deepEqual(day({ soll_pause: 0 }), ['break'])
  assert.deepEqual(day({ ist_pause: 15 }), ['break'])
  assert.deepEqual(kinds(entry(['21 08:00', '21 12:00']), entry(['21 12:00', '21 17:30'])), ['break'])
})

test('more than ten hours a day are long, and more than six or nine want a pause', () => {
  assert.deepEqual(kinds(entry(['21 08:00', '21 14:00'])), [])
  assert.deepEqual(kinds(entry(['21 08:00', '21 14:15'], withBreaks)), ['break'])
  assert.deepEqual(kinds(entry(['21 08:00', '21 12:00']), entry(['21 12:30', '21 17:45'])), ['break'])
  assert.deepEqual(kinds(entry(['21 08:00', '21 12:00']), entry(['21 12:45', '21 18:00'])), [])
  assert.deepEqual(kinds(entry(['21 08:00', '21 12:00']), entry(['21 13:00', '21 19:15'])), ['long'])
})

test('more than sixteen hours in one entry are pointed out for themselves', () => {
  assert.deepEqual(kinds(entry(['21 06:00', '21 22:30'])), ['long', 'long'])
})

test('less than eleven hours between two days are pointed out at the second', () => {
  const late = entry(['21 18:00', '21 23:00'])
  assert.deepEqual(kinds(late, entry(['22 10:00', '22 14:00'])), [])
  const early = entry(['22 09:45', '22 14:00'])
  const [hint] = hintsOf(late, early)
  assert.equal(hint?.timeentry_id, early.id)
  assert.equal(hint?.sentence, 'Nur 10:45 h Ruhezeit davor, weniger als 11 Stunden.')
})

test('more than two hours from the plan are far', () => {
  const planned = { soll_von: at('21 08:00'), soll_bis: at('21 12:00') }
  assert.deepEqual(kinds(entry(['21 10:00', '21 12:00'], planned)), [])
  assert.deepEqual(kinds(entry(['21 10:15', '21 12:00'], planned)), ['far'])
})

test('how far each end is from the plan is said of that end, not of the length', () => {
  const planned = { soll_von: at('21 08:00'), soll_bis: at('21 12:00') }
  const said = (from: string, to: string) =>
    hintsOf(entry([from, to], planned))
      .filter(({ kind }) => kind === 'far')
      .map(({ sentence }) => sentence)
  assert.deepEqual(said('21 07:45', '21 18:53'), ['Ende 6:53 h später als geplant.'])
  assert.deepEqual(said('21 05:00', '21 09:30'), ['Beginn 3:00 h früher, Ende 2:30 h früher als geplant.'])
})

test('days from the plan, and what has not happened yet, are asked about instead', () => {
  const planned = { soll_von: at('21 08:00'), soll_bis: at('21 12:00') }
  assert.deepEqual(kinds(entry(['25 08:00', '25 12:00'], planned)), ['distant', 'future'])
  assert.deepEqual(kinds(entry(['23 08:00', '23 12:30'], planned)), ['future', 'far'])
  assert.deepEqual(kinds(entry(['23 08:00', '23 12:15'], planned)), ['far'])
  assert.deepEqual(kinds(entry(['17 08:00', null])), ['incomplete', 'distant'])
})

const shift = (from: string, to: string) => ({ soll_von: at(`21 ${from}`), soll_bis: at(`21 ${to}`) })

test('a pause that the plan does not have either is the business of the planner', () => {
  assert.deepEqual(kinds(entry(['21 08:00', '21 16:00'], shift('08:00', '16:00'))), [])
  assert.deepEqual(kinds(entry(['21 08:00', '21 16:45'], shift('08:00', '16:00'))), [])
  assert.deepEqual(kinds(entry(['21 08:00', '21 14:15'], shift('08:00', '17:30'))), ['far'])
})

test('who works longer than planned, beyond the next mark, wants a pause again', () => {
  const planned = (from: string, to: string) => ({ ...shift(from, to), ...withBreaks })
  assert.deepEqual(kinds(entry(['21 08:00', '21 14:15'], planned('08:00', '14:00'))), ['break'])
  assert.deepEqual(kinds(entry(['21 08:00', '21 17:30'], planned('08:00', '16:00'))), ['break'])
})

test('a planned gap that was worked through is missed', () => {
  const late = shift('12:30', '16:30')
  assert.deepEqual(
    kinds(entry(['21 08:00', '21 12:00'], shift('08:00', '12:00')), entry(['21 12:30', '21 16:30'], late)),
    [],
  )
  assert.deepEqual(
    kinds(entry(['21 08:00', '21 12:00'], shift('08:00', '12:00')), entry(['21 12:00', '21 16:30'], late)),
    ['break'],
  )
})

test('what is not planned is no excuse: its length counts as longer than planned', () => {
  const early = entry(['21 08:00', '21 12:00'], shift('08:00', '12:00'))
  assert.deepEqual(kinds(early, entry(['21 12:00', '21 15:00'])), ['break'])
})

test('a break within an entry is no work, as it was recorded, else as it is planned', () => {
  const long = (changes: Partial<HintedEntry>) => kinds(entry(['21 08:00', '21 18:30'], changes))
  assert.deepEqual(long({}), ['long'])
  assert.deepEqual(long({ soll_pause: 45 }), [])
  assert.deepEqual(long({ soll_pause: 45, ist_pause: 0 }), ['long', 'break'])
  assert.deepEqual(long({ ist_pause: 30 }), ['break'])
  // A planned break that was not taken gets the hint.
  const asPlanned = { soll_von: at('21 08:00'), soll_bis: at('21 16:00'), soll_pause: 30 }
  assert.deepEqual(kinds(entry(['21 08:00', '21 16:00'], asPlanned)), [])
  assert.deepEqual(kinds(entry(['21 08:00', '21 16:00'], { ...asPlanned, ist_pause: 15 })), ['break'])
})

test('what the plan of somebody has just as well is as planned, what they add to it is not', () => {
  const told = (...entries: HintedEntry[]) =>
    hintsOf(...entries).map(({ kind, as_planned }) => [kind, as_planned])
  const long = { ...shift('08:00', '19:00'), soll_pause: 45 }
  assert.deepEqual(told(entry(['21 08:00', '21 19:00'], long)), [['long', true]])
  assert.deepEqual(told(entry(['21 08:00', '21 19:15'], long)), [['long', false]])
  const late = (to: string) => entry(['21 18:00', `21 ${to}`], shift('18:00', '23:00'))
  const early = entry(['22 08:00', '22 12:00'], { soll_von: at('22 08:00'), soll_bis: at('22 12:00') })
  assert.deepEqual(told(late('23:00'), early), [['rest', true]])
  assert.deepEqual(told(late('23:30'), early), [['rest', false]])
  assert.deepEqual(told(late('23:00'), entry(['22 08:00', '22 12:00'])), [['rest', false]])
  const coming = { soll_von: at('23 14:00'), soll_bis: at('23 18:00') }
  assert.deepEqual(told(entry(['23 14:00', '23 18:00'], coming)), [['future', true]])
  assert.deepEqual(told(entry(['23 14:00', '23 18:15'], coming)), [['future', false]])
})
