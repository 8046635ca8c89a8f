import assert from 'node:assert/strict'
import { test } from 'node:test'
import ICAL from 'ical.js'
import { zoneLines } from './calendar-zone.ts'

const [from, to] = [Temporal.PlainDate.from('2026-06-01'), Temporal.PlainDate.from('2028-06-01')]

/** The instant that another program reads from a time of the clock, by what it is told of the zone. */
function read(zone: string, moment: string): number {
  const text = ['BEGIN:VCALENDAR', ...zoneLines(zone, from, to), 'END:VCALENDAR'].join('\r\n')
  const told = new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vtimezone')
  assert.ok(told)
  const time = ICAL.Time.fromDateTimeString(moment)
  time.zone = new ICAL.Timezone(told)
  return time.toUnixTime()
}

test('another program reads every hour around the changes of the clocks as the zone means it', () => {
  for (const zone of ['Europe/Berlin', 'America/New_York', 'UTC'])
    for (const day of ['2026-10-24', '2026-10-26', '2027-03-27', '2027-03-29', '2027-07-01', '2027-12-31'])
      for (const clock of ['00:30:00', '12:00:00', '23:30:00']) {
        const meant = Temporal.PlainDateTime.from(`${day}T${clock}`).toZonedDateTime(zone)
        assert.equal(read(zone, `${day}T${clock}`), meant.epochMilliseconds / 1000, `${zone} ${day} ${clock}`)
      }
})
