import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatTime, minuteChoices, parseTime, stepTime, withHour, withMinute } from './time-text.ts'

test('a time is understood as people type it', () => {
  const typed = {
    '815': '08:15:00',
    '0815': '08:15:00',
    '8:15': '08:15:00',
    '8.15': '08:15:00',
    '8,15': '08:15:00',
    '8 15': '08:15:00',
    '8': '08:00:00',
    '08': '08:00:00',
    '0': '00:00:00',
    '000': '00:00:00',
    '2359': '23:59:00',
    ' 8:5 ': '08:05:00',
    '8 Uhr': '08:00:00',
    '08:07': '08:07:00',
    '08:15:00': '08:15:00',
    '24:00': '24:00:00',
    '24': '24:00:00',
  }
  for (const [text, time] of Object.entries(typed)) assert.equal(parseTime(text), time, text)
})

test('nothing typed is no time at all', () => {
  assert.equal(parseTime(''), null)
  assert.equal(parseTime('  '), null)
})

test('what is no time is refused', () => {
  for (const text of [
    '24:15',
    '2430',
    '25',
    '860',
    '8:60',
    'acht',
    '8:',
    '12345',
    '-1',
    '8:15:99',
    '8:15:30',
    '8,5',
    '8.5',
    '8 5',
    '24:30',
  ])
    assert.equal(parseTime(text), undefined, text)
})

test('a time is shown without empty seconds', () => {
  assert.equal(formatTime('08:15:00'), '08:15')
  assert.equal(formatTime('08:15:30'), '08:15:30')
  assert.equal(formatTime(null), '')
})

test('from the end of a day one goes on as from its beginning', () => {
  assert.equal(stepTime('24:00:00', 1), '00:15:00')
  assert.equal(stepTime('24:00:00', -1), '23:45:00')
  assert.equal(withMinute('24:00:00', 30), '00:30:00')
})

test('arrows move by a quarter of an hour and pass midnight', () => {
  assert.equal(stepTime('08:15:00', 1), '08:30:00')
  assert.equal(stepTime('08:15:00', -1), '08:00:00')
  assert.equal(stepTime('23:45:00', 1), '00:00:00')
  assert.equal(stepTime('00:00:00', -1), '23:45:00')
})

test('arrows lead an off-grid time onto the grid', () => {
  assert.equal(stepTime('08:07:00', 1), '08:15:00')
  assert.equal(stepTime('08:07:00', -1), '08:00:00')
  assert.equal(stepTime('23:59:00', 1), '00:00:00')
})

test('arrows begin an empty field in the morning', () => {
  assert.equal(stepTime(null, 1), '08:00:00')
})

test('an hour keeps the minutes, a minute keeps the hour', () => {
  assert.equal(withHour('08:07:00', 14), '14:07:00')
  assert.equal(withHour(null, 14), '14:00:00')
  assert.equal(withMinute('14:07:00', 30), '14:30:00')
})

test('an off-grid minute stays selectable', () => {
  assert.deepEqual(minuteChoices('08:15:00'), [0, 15, 30, 45])
  assert.deepEqual(minuteChoices('08:07:00'), [0, 7, 15, 30, 45])
  assert.deepEqual(minuteChoices(null), [0, 15, 30, 45])
})
