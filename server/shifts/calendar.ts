// Shifts as a calendar to subscribe to (RFC 5545). Times are local times of the company with its time zone,
// so that a phone abroad displays them correctly. An event keeps its id when it changes, and its sequence
// number increases.
import { isCancelled } from '#contract/time/cancelled.ts'
import type { PlannedShift } from './store.ts'

type CalendarOptions = { zone: string; name: string; today: Temporal.PlainDate }

export function toICalendar(shifts: readonly PlannedShift[], { zone, name, today }: CalendarOptions): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Kontor//Einsätze//DE',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    `X-WR-TIMEZONE:${zone}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...zoneLines(zone, today.subtract({ years: 1 }), today.add({ years: 2 })),
    ...shifts.flatMap((shift) => eventLines(shift, zone)),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${foldLine(line)}\r\n`).join('')
}

/** Planned times; recorded ones for a shift that was never planned. */
function eventLines(shift: PlannedShift, zone: string): string[] {
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
    `DTSTART;TZID=${zone}:${formatDateTime(von)}`,
    `DTEND;TZID=${zone}:${formatDateTime(bis)}`,
    `SUMMARY:${escapeText(`${cancelled ? 'Abgesagt: ' : ''}${shift.happening_name} – ${shift.name}`)}`,
    ...(shift.ort ? [`LOCATION:${escapeText(shift.ort)}`] : []),
    ...descriptionLines(shift),
    `STATUS:${cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    `TRANSP:${cancelled ? 'TRANSPARENT' : 'OPAQUE'}`,
    'END:VEVENT',
  ]
}

function descriptionLines({ funktion, aufgabe, ist_von, ist_bis }: PlannedShift): string[] {
  const told = [
    funktion && `Funktion: ${funktion}`,
    aufgabe && `Aufgabe: ${aufgabe}`,
    ist_von && ist_bis && `Erfasst: ${ist_von.slice(11, 16)} – ${ist_bis.slice(11, 16)}`,
  ].filter(Boolean)
  return told.length === 0 ? [] : [`DESCRIPTION:${escapeText(told.join('\n'))}`]
}

const utc = (at: Date) => `${formatDateTime(at.toISOString())}Z`

/** Escapes the signs of the format and every kind of line end. Other control characters become spaces. */
function escapeText(text: string): string {
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
const MAX_LINE_BYTES = 75
function foldLine(line: string): string {
  if (Buffer.byteLength(line) <= MAX_LINE_BYTES) return line
  const parts: string[] = []
  let observanceLines = ''
  let bytes = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (bytes + size > MAX_LINE_BYTES) {
      parts.push(observanceLines)
      observanceLines = ''
      // The blank at the start of the continued line.
      bytes = 1
    }
    observanceLines += character
    bytes += size
  }
  return [...parts, observanceLines].join('\r\n ')
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
  const parts = changes.length === 0 ? [fixedOffsetLines(begin)] : changes.map(offsetChangeLines)
  return ['BEGIN:VTIMEZONE', `TZID:${zone}`, ...parts.flat(), 'END:VTIMEZONE']
}

/** One change of the clocks. RFC 5545 states its start in local time by the offset before the change. */
function offsetChangeLines(change: Temporal.ZonedDateTime): string[] {
  const before = change.subtract({ nanoseconds: 1 })
  const kind = change.offsetNanoseconds > before.offsetNanoseconds ? 'DAYLIGHT' : 'STANDARD'
  const onset = change.toInstant().toZonedDateTimeISO(before.offset).toPlainDateTime()
  return part(kind, onset, before.offset, change.offset)
}

/** For a time zone without any change of its clocks up to the end of the span. */
const fixedOffsetLines = ({ offset }: Temporal.ZonedDateTime) =>
  part('STANDARD', Temporal.PlainDateTime.from('1970-01-01T00:00'), offset, offset)

const part = (kind: string, onset: Temporal.PlainDateTime, from: string, to: string) => [
  `BEGIN:${kind}`,
  `DTSTART:${formatDateTime(onset.toString({ smallestUnit: 'second' }))}`,
  `TZOFFSETFROM:${from.replace(':', '')}`,
  `TZOFFSETTO:${to.replace(':', '')}`,
  `END:${kind}`,
]

/** `2026-11-21T18:00:00` → `20261121T180000`. */
const formatDateTime = (moment: string) => moment.slice(0, 19).replaceAll(/[-:]/g, '')
