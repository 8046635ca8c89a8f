/**
 * What a calendar is told of a time zone: each change of its clocks within the span, one by one, and the one before it.
 * So it holds for any zone, whatever rules its country may still make up.
 */
export function zoneLines(zone: string, from: Temporal.PlainDate, to: Temporal.PlainDate): string[] {
  const end = to.toZonedDateTime(zone)
  const begin = from.toZonedDateTime(zone)
  const changes: Temporal.ZonedDateTime[] = []
  let next = begin.getTimeZoneTransition('previous') ?? begin.getTimeZoneTransition('next')
  while (next && Temporal.ZonedDateTime.compare(next, end) < 0) {
    changes.push(next)
    next = next.getTimeZoneTransition('next')
  }
  const parts = changes.length === 0 ? [fixed(begin)] : changes.map(partOf)
  return ['BEGIN:VTIMEZONE', `TZID:${zone}`, ...parts.flat(), 'END:VTIMEZONE']
}

/** Its beginning stands by the clock that it ends. */
function partOf(change: Temporal.ZonedDateTime): string[] {
  const before = change.subtract({ nanoseconds: 1 })
  const kind = change.offsetNanoseconds > before.offsetNanoseconds ? 'DAYLIGHT' : 'STANDARD'
  const onset = change.toInstant().toZonedDateTimeISO(before.offset).toPlainDateTime()
  return part(kind, onset, before.offset, change.offset)
}

/** Clocks that never change. */
const fixed = ({ offset }: Temporal.ZonedDateTime) =>
  part('STANDARD', Temporal.PlainDateTime.from('1970-01-01T00:00'), offset, offset)

const part = (kind: string, onset: Temporal.PlainDateTime, from: string, to: string) => [
  `BEGIN:${kind}`,
  `DTSTART:${local(onset.toString({ smallestUnit: 'second' }))}`,
  `TZOFFSETFROM:${from.replace(':', '')}`,
  `TZOFFSETTO:${to.replace(':', '')}`,
  `END:${kind}`,
]

/** `2026-11-21T18:00:00` → `20261121T180000`. */
export const local = (moment: string) => moment.slice(0, 19).replaceAll(/[-:]/g, '')
