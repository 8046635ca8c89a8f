import assert from 'node:assert/strict'
import { test } from 'node:test'
import { happenings } from '#contract/happenings.ts'
import { Refused } from './errors.ts'
import { bodyCheck } from './input.ts'

const check = bodyCheck(happenings.record.body)
function problemsOf(item: object) {
  try {
    check({ items: [{ timeentry_id: 1 }, item] })
  } catch (error) {
    assert.ok(error instanceof Refused)
    return error.problems?.map(({ loc, msg }) => [loc.slice(1).join('.'), msg])
  }
  return []
}

const cases: [says: string, item: object, place: string, sentence: string][] = [
  [
    'a time that is none',
    { timeentry_id: 2, ist_von_time: '25:00' },
    'items.1.ist_von_time',
    '„Beginn, Uhrzeit“ im 2. Eintrag muss eine Uhrzeit sein, zum Beispiel 18:30.',
  ],
  [
    'a date in another form',
    { timeentry_id: 2, ist_bis_date: '21.11.2026' },
    'items.1.ist_bis_date',
    '„Ende, Datum“ im 2. Eintrag muss ein Datum sein, zum Beispiel 2026-11-21.',
  ],
  [
    'a number of an entry that is none',
    { timeentry_id: 'x' },
    'items.1.timeentry_id',
    '„Nummer des Zeiteintrags“ im 2. Eintrag muss eine ganze Zahl sein.',
  ],
]
for (const [says, item, place, sentence] of cases) {
  test(`${says} is told once, in a sentence without a path`, () => {
    assert.deepEqual(problemsOf(item), [[place, sentence]])
  })
}
