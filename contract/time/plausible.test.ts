import assert from 'node:assert/strict'
import { test } from 'node:test'
import { doubtsAbout, type Expectation, findDistanceFault, formatDuration, localNow } from './plausible.ts'

const zone = 'Europe/Berlin'
const planned: Expectation = { von: '2026-11-22T10:00:00', bis: '2026-11-22T18:00:00', day: '2026-11-22' }
const unplanned: Expectation = { von: null, bis: null, day: '2026-11-22' }
const at = (moment: string | null) => moment && `${moment.replace(' ', 'T')}:00`
const times = (von: string | null, bis: string | null) => ({ von: at(von), bis: at(bis) })
const asked = (von: string | null, bis: string | null, expected = planned, now = '2027-06-01T12:00:00') =>
  doubtsAbout(times(von, bis), expected, { now, zone }).map(({ sentence }) => sentence)
const refused = (von: string, bis: string | null, expected = planned) =>
  findDistanceFault(times(von, bis), expected)

test('what is within three days of the plan and has happened is not asked about', () => {
  assert.deepEqual(asked('2026-11-22 10:00', '2026-11-22 18:00'), [])
  assert.deepEqual(asked('2026-11-19 10:00', '2026-11-19 18:00'), [])
  assert.deepEqual(asked('2026-11-25 10:00', '2026-11-25 18:00'), [])
  assert.deepEqual(asked(null, null), [])
})

test('more than three days from the plan is asked about, in days', () => {
  assert.deepEqual(asked('2026-11-19 09:59', '2026-11-19 18:00'), [
    'Der Beginn (19.11.2026) liegt mehr als 3 Tage vor dem geplanten (22.11.2026).',
  ])
  assert.deepEqual(asked('2026-11-25 10:00', '2026-11-25 18:01'), [
    'Das Ende (25.11.2026) liegt mehr als 3 Tage nach dem geplanten (22.11.2026).',
  ])
  assert.deepEqual(asked('2000-01-01 10:00', '2000-01-01 18:00'), [
    'Der Beginn (01.01.2000) liegt 9.822 Tage vor dem geplanten (22.11.2026).',
  ])
})

test('without a plan the day of the happening counts, the whole of it', () => {
  assert.deepEqual(asked('2026-11-19 00:00', null, unplanned), [])
  assert.deepEqual(asked(null, '2026-11-26 00:00', unplanned), [])
  assert.deepEqual(asked('2026-11-18 23:00', null, unplanned), [
    'Der Beginn (18.11.2026) liegt 4 Tage vor dem Tag der Veranstaltung (22.11.2026).',
  ])
  assert.deepEqual(asked('2027-11-22 08:00', null, unplanned, '2028-01-01T00:00:00'), [
    'Der Beginn (22.11.2027) liegt 365 Tage nach dem Tag der Veranstaltung (22.11.2026).',
  ])
})

test('more than fifteen minutes ahead of the clock on the wall is asked about', () => {
  assert.deepEqual(asked('2026-11-22 10:00', '2026-11-22 18:00', planned, '2026-11-22T17:45:00'), [])
  assert.deepEqual(asked('2026-11-22 10:00', '2026-11-22 18:00', planned, '2026-11-22T17:44:00'), [
    'Das Ende (22.11.2026, 18:00 Uhr) liegt in der Zukunft.',
  ])
  assert.deepEqual(asked('2026-11-22 10:00', null, planned, '2026-11-21T10:00:00'), [
    'Der Beginn (22.11.2026, 10:00 Uhr) liegt in der Zukunft.',
  ])
})

test('more than 31 days from the plan is refused to who records, at the field that is wrong', () => {
  assert.equal(refused('2026-12-23 10:00', '2026-12-23 18:00'), undefined)
  assert.deepEqual(refused('2099-01-01 10:00', '2099-01-01 18:00'), {
    field: 'von_date',
    sentence:
      'Der Beginn (01.01.2099) liegt 26.338 Tage nach dem geplanten (22.11.2026); so weit entfernte Zeiten kann nur ein Admin eintragen.',
    also: {
      field: 'bis_date',
      sentence:
        'Das Ende (01.01.2099) liegt 26.338 Tage nach dem geplanten (22.11.2026); so weit entfernte Zeiten kann nur ein Admin eintragen.',
    },
  })
  assert.equal(refused('2026-10-01 10:00', null, unplanned)?.field, 'von_date')
  assert.match(
    refused('2026-12-23 10:01', null)?.sentence ?? '',
    /^Der Beginn \(23\.12\.2026\) liegt mehr als 31 Tage nach/,
  )
  assert.match(refused('2026-12-24 09:00', null)?.sentence ?? '', /liegt 32 Tage nach/)
})

test('a day on which the clocks change is a day', () => {
  const spring: Expectation = { von: '2027-03-26T10:00:00', bis: null, day: '2027-03-26' }
  assert.deepEqual(asked('2027-03-29 10:00', null, spring), [])
  assert.equal(asked('2027-03-29 10:01', null, spring).length, 1)
  const autumn: Expectation = { von: '2026-10-23T10:00:00', bis: null, day: '2026-10-23' }
  assert.deepEqual(asked('2026-10-26 10:00', null, autumn), [])
})

test('lengths are said in hours as long as somebody can imagine them, then in days', () => {
  assert.equal(formatDuration(413), '6:53 h')
  assert.equal(formatDuration(2_879), '47:59 h')
  assert.equal(formatDuration(2_880), '2 Tage')
  assert.equal(formatDuration(14_144_025), '9.822 Tage')
})

test('the clock on the wall is the company’s', () => {
  assert.equal(localNow(zone, Temporal.Instant.from('2026-11-21T23:30:10Z')), '2026-11-22T00:30:10')
})

test('more than sixteen hours are asked about, sixteen are not; a night in which the clocks change counts as it is', () => {
  assert.deepEqual(asked('2026-11-22 06:00', '2026-11-22 22:00'), [])
  assert.deepEqual(asked('2026-11-22 06:00', '2026-11-22 22:01'), ['Dauert 16:01 h, mehr als 16 Stunden.'])
  const october: Expectation = { von: '2026-10-24T12:00:00', bis: '2026-10-25T04:00:00', day: '2026-10-24' }
  assert.deepEqual(asked('2026-10-24 12:00', '2026-10-25 04:00', october), [
    'Dauert 17:00 h, mehr als 16 Stunden.',
  ])
})
