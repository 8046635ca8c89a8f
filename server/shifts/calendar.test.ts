import assert from 'node:assert/strict'
import { test } from 'node:test'
import ICAL from 'ical.js'
import { zoneLines } from './calendar.ts'

const [from, to] = [Temporal.PlainDate.from('2026-06-01'), Temporal.PlainDate.from('2028-06-01')]

/** Converts local times like a calendar program that knows the time zone only from our VTIMEZONE lines. */
function readerFor(zone: string): (moment: string) => number {
  const text = ['BEGIN:VCALENDAR', ...zoneLines(zone, from, to), 'END:VCALENDAR'].join('\r\n')
  const told = new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vtimezone')
  assert.ok(told)
  const known = new ICAL.Timezone(told)
  return (moment) => {
    const time = ICAL.Time.fromDateTimeString(moment)
    time.zone = known
    return time.toUnixTime()
  }
}

test('another program reads every hour around the changes of the clocks as the zone means it', () => {
  const changes = ['2026-10-25', '2026-11-01', '2027-03-14', '2027-03-28'].flatMap((day) =>
    [-1, 0, 1].map((days) => Temporal.PlainDate.from(day).add({ days })),
  )
  const others = ['2027-07-01', '2027-12-31'].map((day) => Temporal.PlainDate.from(day))
  for (const zone of ['Europe/Berlin', 'America/New_York', 'UTC']) {
    const read = readerFor(zone)
    for (const day of [...changes, ...others])
      for (let half = 0; half < 48; half++) {
        const clock = day.toPlainDateTime('00:00').add({ minutes: 30 * half })
        // An hour is missing in spring, and one occurs twice in autumn, where programs differ in which they mean.
        const meant = (['earlier', 'later'] as const)
          .map((disambiguation) => clock.toZonedDateTime(zone, { disambiguation }))
          .filter((one) => one.toPlainDateTime().equals(clock))
        if (meant.length === 0) continue
        const moment = clock.toString({ smallestUnit: 'second' })
        const readAs = read(moment) * 1000
        assert.ok(
          meant.some(({ epochMilliseconds }) => epochMilliseconds === readAs),
          `${zone} ${moment}`,
        )
      }
  }
})
