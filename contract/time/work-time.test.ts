import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  isTimeFault,
  minutesBetween,
  parseWorkTimes,
  type TimeFault,
  type TypedTimes,
  type WorkTimes,
} from './work-time.ts'

const BERLIN = 'Europe/Berlin'
const typed = (von: string | null, bis: string | null): TypedTimes => {
  const [von_date = null, von_time = null] = von?.split(' ') ?? []
  const [bis_date = null, bis_time = null] = bis?.split(' ') ?? []
  return { von_date, von_time, bis_date, bis_time }
}
const read = (von: string | null, bis: string | null) => parseWorkTimes(typed(von, bis), BERLIN)
const minutes = (von: string, bis: string) => (read(von, bis) as WorkTimes).minutes
const sentence = (result: WorkTimes | TimeFault) => (isTimeFault(result) ? result.sentence : undefined)

test('an end before the start is on the day after', () => {
  assert.deepEqual(read('2026-11-21 22:00', '2026-11-21 02:00'), {
    von: '2026-11-21T22:00:00',
    bis: '2026-11-22T02:00:00',
    minutes: 240,
  })
  assert.equal(minutes('2026-12-31 22:00', '2026-12-31 04:00'), 360)
})

test('an end without a date belongs to the start', () => {
  const night = parseWorkTimes(
    { von_date: '2026-11-21', von_time: '22:00', bis_date: null, bis_time: '02:00:00' },
    BERLIN,
  )
  assert.equal((night as WorkTimes).bis, '2026-11-22T02:00:00')
})

test('a start without an end is kept and counts nothing; nothing at all is cleared', () => {
  assert.deepEqual(read('2026-11-21 08:00', null), { von: '2026-11-21T08:00:00', bis: null, minutes: null })
  assert.deepEqual(read(null, null), { von: null, bis: null, minutes: null })
})

test('half a moment, no length and more than a day are refused with the field that is wrong', () => {
  const wrong: [TypedTimes, string][] = [
    [{ ...typed('2026-11-21 08:00', null), von_time: null }, 'Zum Beginn fehlt die Uhrzeit.'],
    [{ ...typed('2026-11-21 08:00', null), von_date: null }, 'Zum Beginn fehlt das Datum.'],
    [{ ...typed('2026-11-21 08:00', '2026-11-21 09:00'), bis_time: null }, 'Zum Ende fehlt die Uhrzeit.'],
    [{ ...typed(null, '2026-11-21 09:00'), bis_date: null }, 'Zum Ende fehlt das Datum.'],
    [typed('2026-11-21 08:00', '2026-11-21 08:00'), 'Beginn und Ende sind gleich.'],
    [typed('2026-11-21 08:00', '2026-11-20 09:00'), 'Das Ende liegt vor dem Beginn.'],
    [typed('2026-11-21 08:00', '2026-11-22 09:00'), 'Das sind mehr als 24 Stunden.'],
  ]
  for (const [parts, expected] of wrong) assert.equal(sentence(parseWorkTimes(parts, BERLIN)), expected)
})

test('the hour that March leaves out is refused; of October’s two the first is meant', () => {
  assert.equal(
    sentence(read('2027-03-28 02:30', '2027-03-28 06:00')),
    '02:30 Uhr gibt es an diesem Tag nicht: Die Uhren werden vorgestellt.',
  )
  assert.equal(minutes('2027-03-28 01:00', '2027-03-28 04:00'), 120)
  assert.equal(minutes('2026-10-25 01:00', '2026-10-25 04:00'), 240)
  assert.equal(minutes('2026-10-25 01:00', '2026-10-25 02:30'), 90)
})

/**
 * Offset from UTC in minutes, computed from the European rule instead of the time zone database: summer time
 * runs from the last Sunday of March to the last Sunday of October, each at 01:00 UTC.
 */
function offsetAt(utc: number): number {
  const year = new Date(utc).getUTCFullYear()
  const lastSunday = (month: number) => {
    const last = new Date(Date.UTC(year, month + 1, 0))
    return Date.UTC(year, month, last.getUTCDate() - last.getUTCDay(), 1)
  }
  return utc >= lastSunday(2) && utc < lastSunday(9) ? 120 : 60
}
/** The first instant with this local time; undefined if the local time does not exist. */
function firstInstant(local: number): number | undefined {
  for (const offset of [120, 60]) {
    const utc = local - offset * 60_000
    if (offsetAt(utc) === offset) return utc
  }
  return undefined
}

test('every quarter hour against every other on the days when clocks change, at month and year ends, by another reckoning', () => {
  const days = ['2027-03-28', '2026-10-25', '2026-12-31', '2027-02-28', '2028-02-28']
  const quarters = Array.from({ length: 192 }, (_, quarter) => quarter)
  let pairs = 0
  for (const day of days) {
    const midnight = Date.parse(`${day}T00:00:00Z`)
    const wall = (quarter: number) => new Date(midnight + quarter * 900_000).toISOString().slice(0, 16)
    for (const start of quarters.slice(0, 96)) {
      for (const end of quarters) {
        const [from, to] = [start, end].map((quarter) => firstInstant(midnight + quarter * 900_000))
        if (from === undefined || to === undefined) continue
        assert.equal(minutesBetween(wall(start), wall(end), 'Europe/Berlin'), (to - from) / 60_000)
        pairs++
      }
    }
  }
  assert.ok(pairs > 9_216, `${pairs} pairs`)
})

test('where the two reckonings know no time, it is refused', () => {
  for (const time of ['02:00', '02:15', '02:30', '02:45']) {
    assert.ok(isTimeFault(read(`2027-03-28 ${time}`, null)), time)
    assert.equal(firstInstant(Date.parse(`2027-03-28T${time}:00Z`)), undefined)
  }
})
