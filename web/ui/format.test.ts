import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  formatAgo,
  formatDate,
  formatDateTime,
  formatDayAndDate,
  formatHours,
  formatMinutes,
  formatNumber,
  formatShortTime,
} from './format.ts'

test('a date is written dd.mm.yyyy', () => {
  assert.equal(formatDate('2027-04-03'), '03.04.2027')
  assert.equal(formatDate('2027-04-03T10:00:00Z'), '03.04.2027')
  for (const none of [null, undefined, '', 'morgen']) assert.equal(formatDate(none), '')
})

test('the day of an instant is the day of whoever reads it', () => {
  for (const instant of ['2026-11-25T23:03:00.000Z', '2026-11-26T00:30:00+00:00', '2026-06-30T22:15:00Z'])
    assert.equal(formatDate(instant), formatDateTime(instant).slice(0, 10))
  // Local times are not converted.
  assert.equal(formatDate('2026-11-25T23:03:00'), '25.11.2026')
})

test('the day of the week stands before a date', () => {
  assert.equal(formatDayAndDate('2027-04-03'), 'Sa. 03.04.2027')
  assert.equal(formatDayAndDate('2026-11-23'), 'Mo. 23.11.2026')
  assert.equal(formatDayAndDate(null), '')
})

test('a time is written without its seconds', () => {
  assert.equal(formatShortTime('09:07:00'), '09:07')
  assert.equal(formatShortTime('09:30'), '09:30')
  assert.equal(formatShortTime(null), '')
})

test('an instant is written with date and time of a zone', () => {
  assert.equal(formatDateTime('2027-04-03T07:30:05Z', 'Europe/Berlin'), '03.04.2027 09:30:05')
  assert.equal(formatDateTime('2027-01-03T23:30:00Z', 'Europe/Berlin'), '04.01.2027 00:30:00')
  assert.equal(formatDateTime('nie'), '')
  assert.equal(formatDateTime(null), '')
})

test('numbers have German points and commas, and lose no digit', () => {
  assert.equal(formatNumber(1234567.5), '1.234.567,5')
  assert.equal(formatNumber(0.12345), '0,12345')
  assert.equal(formatNumber(null), '')
})

test('minutes are written as hours and minutes', () => {
  assert.equal(formatMinutes(450), '7:30')
  assert.equal(formatMinutes(5), '0:05')
  assert.equal(formatMinutes(6725), '112:05')
  assert.equal(formatMinutes(60 * 1234), '1.234:00')
  assert.equal(formatMinutes(-15), '−0:15')
  assert.equal(formatMinutes(0), '0:00')
  assert.equal(formatMinutes(null), '')
})

test('how long ago something happened is told in words, and after a month by its day', () => {
  const now = Date.parse('2027-04-03T12:00:00Z')
  const told: [at: string, says: string][] = [
    ['2027-04-03T12:00:05Z', 'gerade eben'],
    ['2027-04-03T11:59:10Z', 'gerade eben'],
    ['2027-04-03T11:54:30Z', 'vor 5 Minuten'],
    ['2027-04-03T09:00:00Z', 'vor 3 Stunden'],
    ['2027-04-02T11:00:00Z', 'gestern'],
    // Less than two whole days, but two midnights.
    ['2027-04-01T12:30:00Z', 'vorgestern'],
    ['2027-03-22T11:00:00Z', 'vor 12 Tagen'],
    ['2027-02-22T11:00:00Z', '22.02.2027'],
  ]
  for (const [at, says] of told) assert.equal(formatAgo(at, now), says)
})

test('hours that could be a time of the day bear their unit', () => {
  assert.equal(formatHours(12_180), '203:00 h')
  assert.equal(formatHours(null), '')
})
