// Shifts as a calendar to subscribe to (RFC 5545). Times are local times of the company with its time zone,
// so that a phone abroad displays them correctly. An event keeps its id when it changes, and its sequence
// number increases.
import { isCancelled } from '#contract/time/cancelled.ts'
import type { PlannedShift } from './store.ts'

type About = { zone: string; name: string; today: Temporal.PlainDate }

export function calendarOf(shifts: readonly PlannedShift[], { zone, name, today }: About): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Kontor//Einsätze//DE',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    `X-WR-TIMEZONE:${zone}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...zoneLines(zone, today.subtract({ years: 1 }), today.add({ years: 2 })),
    ...shifts.flatMap((shift) => eventOf(shift, zone)),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

/** Planned times; recorded ones for a shift that was never planned. */
function eventOf(shift: PlannedShift, zone: string): string[] {
  const isPlanned = shift.soll_von !== null && shift.soll_bis !== null
  const [von, bis] = isPlanned ? [shift.soll_von, shift.soll_bis] : [shift.ist_von, shift.ist_bis]
  if (von === null || bis === null) return []
  const cancelled = isCancelled(shift)
  return [
    'BEGIN:VEVENT',
    `UID:shift-${shift.id}@kontor`,
    `DTSTAMP:${utc(shift.planned_at)}`,
    `LAST-MODIFIED:${utc(shift.planned_at)}`,
    `SEQUENCE:${shift.plan_revision}`,
    `DTSTART;TZID=${zone}:${local(von)}`,
    `DTEND;TZID=${zone}:${local(bis)}`,
    `SUMMARY:${escaped(`${cancelled ? 'Abgesagt: ' : ''}${shift.happening_name} – ${shift.name}`)}`,
    ...(shift.ort ? [`LOCATION:${escaped(shift.ort)}`] : []),
    ...description(shift),
    `STATUS:${cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    `TRANSP:${cancelled ? 'TRANSPARENT' : 'OPAQUE'}`,
    'END:VEVENT',
  ]
}

function description({ funktion, aufgabe, ist_von, ist_bis }: PlannedShift): string[] {
  const told = [
    funktion && `Funktion: ${funktion}`,
    aufgabe && `Aufgabe: ${aufgabe}`,
    ist_von && ist_bis && `Erfasst: ${ist_von.slice(11, 16)} – ${ist_bis.slice(11, 16)}`,
  ].filter(Boolean)
  return told.length === 0 ? [] : [`DESCRIPTION:${escaped(told.join('\n'))}`]
}

const utc = (at: Date) => `${local(at.toISOString())}Z`

/** Escapes the signs of the format and every kind of line end. Other control characters become spaces. */
function escaped(text: string): string {
  return text
    .replaceAll(/\r\n|\r|\n|\u2028|\u2029/g, '\n')
    .replaceAll(/[^\P{Cc}\n]/gu, ' ')
    .toWellFormed()
    .replaceAll(/[\\;,]/g, (sign) => `\\${sign}`)
    .replaceAll('\n', '\\n')
}

/**
 * Upper bound of a line in bytes. A longer line continues on the next one after a blank, and no character is
 * split.
 */
const LONGEST_LINE = 75
function folded(line: string): string {
  if (Buffer.byteLength(line) <= LONGEST_LINE) return line
  const parts: string[] = []
  let part = ''
  let bytes = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (bytes + size > LONGEST_LINE) {
      parts.push(part)
      part = ''
      // The blank at the start of the continued line.
      bytes = 1
    }
    part += character
    bytes += size
  }
  return [...parts, part].join('\r\n ')
}

/**
 * Describes a time zone by each change of its clocks within the span and the last one before. Individual
 * changes instead of rules work for any zone.
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

/** A change of the clocks. Its start is a local time by the old offset. */
function partOf(change: Temporal.ZonedDateTime): string[] {
  const before = change.subtract({ nanoseconds: 1 })
  const kind = change.offsetNanoseconds > before.offsetNanoseconds ? 'DAYLIGHT' : 'STANDARD'
  const onset = change.toInstant().toZonedDateTimeISO(before.offset).toPlainDateTime()
  return part(kind, onset, before.offset, change.offset)
}

/** A time zone whose clocks never change. */
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
const local = (moment: string) => moment.slice(0, 19).replaceAll(/[-:]/g, '')
