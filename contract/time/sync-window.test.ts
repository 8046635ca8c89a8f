import assert from 'node:assert/strict'
import { test } from 'node:test'
import { windowAfter, windowFault } from './sync-window.ts'

const problem = (start: string | null, end: string | null) => windowFault(start, end)?.sentence

test('both days are wanted', () => {
  for (const [start, end] of [
    [null, null],
    ['2026-11-21', null],
    [null, '2026-11-21'],
  ] as const)
    assert.equal(problem(start, end), 'Bitte ein Start- und Enddatum angeben.')
})

test('one day is a window, a turned one is none', () => {
  assert.equal(problem('2026-11-21', '2026-11-21'), undefined)
  assert.equal(problem('2026-11-22', '2026-11-21'), 'Das Startdatum muss vor dem Enddatum liegen.')
})

test('thirteen days later is the last end that goes, over the changes of the clock too', () => {
  const tooLong = 'Der Zeitraum muss kleiner als 14 Tage sein.'
  for (const [start, last, first] of [
    ['2026-11-21', '2026-12-04', '2026-12-05'],
    ['2026-10-20', '2026-11-02', '2026-11-03'],
    ['2026-03-20', '2026-04-02', '2026-04-03'],
  ] as const) {
    assert.equal(problem(start, last), undefined)
    assert.equal(problem(start, first), tooLong)
  }
})

test('the next window has the same length and begins the day after', () => {
  assert.deepEqual(windowAfter('2026-12-24', '2026-12-31'), ['2027-01-01', '2027-01-08'])
})
