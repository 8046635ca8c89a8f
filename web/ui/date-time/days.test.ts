import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, addMonths, monthName, parseDate, spokenDate, today, weekday, weeksOfMonth } from './days.ts'

const now = '2026-11-21'

test('a date is understood as people type it', () => {
  const typed = {
    '3.4.2027': '2027-04-03',
    '03.04.2027': '2027-04-03',
    '3.4.27': '2027-04-03',
    '03042027': '2027-04-03',
    '030427': '2027-04-03',
    '3.4.': '2026-04-03',
    '3.4': '2026-04-03',
    '0304': '2026-04-03',
    '3/4/2027': '2027-04-03',
    '3-4-27': '2027-04-03',
    '2027-04-03': '2027-04-03',
    '29.2.2028': '2028-02-29',
    heute: '2026-11-21',
    Morgen: '2026-11-22',
    gestern: '2026-11-20',
  }
  for (const [text, date] of Object.entries(typed)) assert.equal(parseDate(text, now), date, text)
})

test('a year of two figures is one of this century, a missing one the present or the nearest', () => {
  assert.equal(parseDate('3.4.99', now), '2099-04-03')
  assert.equal(parseDate('31.12.', now, '2027-01-01'), '2026-12-31')
  assert.equal(parseDate('1.1.', now, '2026-12-31'), '2027-01-01')
  assert.equal(parseDate('2212', now, '2026-12-21'), '2026-12-22')
  assert.equal(parseDate('29.2.', now, '2027-03-01'), '2028-02-29')
  assert.equal(parseDate('30.2.', now, '2027-03-01'), undefined)
  assert.equal(parseDate('31.12.25', now, '2027-01-01'), '2025-12-31')
})

test('nothing typed is no date at all', () => {
  assert.equal(parseDate('  ', now), null)
})

test('days that do not exist are refused', () => {
  for (const text of [
    '31.2.2027',
    '29.2.2027',
    '0.1.2027',
    '1.13.2027',
    '1.1.1027',
    '2027',
    'bald',
    'constructor',
    '1',
    '1.1.027',
  ])
    assert.equal(parseDate(text, now), undefined, text)
})

test('days and months are counted through year ends and short months', () => {
  assert.equal(addDays('2026-12-31', 1), '2027-01-01')
  assert.equal(addDays('2027-03-28', 1), '2027-03-29')
  assert.equal(addMonths('2027-01-31', 1), '2027-02-28')
  assert.equal(addMonths('2026-12-15', 1), '2027-01-15')
  assert.equal(addMonths('2027-01-15', -1), '2026-12-15')
  assert.equal(addMonths('2028-02-29', 12), '2029-02-28')
})

test('a calendar begins on Monday and shows whole weeks', () => {
  assert.equal(weekday('2026-11-23'), 0)
  const weeks = weeksOfMonth('2026-11-21')
  assert.deepEqual([weeks.length, weeks[0]?.[0], weeks.at(-1)?.[6]], [6, '2026-10-26', '2026-12-06'])
  assert.equal(weeksOfMonth('2027-02-10').length, 4)
  assert.ok(weeks.every((week) => week.length === 7))
})

test('a date is spoken in German', () => {
  assert.equal(spokenDate('2027-04-03'), 'Samstag, 3. April 2027')
  assert.equal(monthName('2027-03-01'), 'März 2027')
})

test('today is the reader’s day, not that of Greenwich', () => {
  assert.equal(today(new Date(2026, 10, 21, 23, 59)), '2026-11-21')
  assert.equal(today(new Date(2026, 10, 21, 0, 1)), '2026-11-21')
})
