// Dates and times as Excel counts them: days since 30 December 1899, the time of day as the part of a day.
import { cachedByBytes } from './cached-by-bytes.ts'
import type { RowReader } from './row-reader.ts'

const MINUTES = 1_440
const DAY_MS = 86_400_000
const ORIGIN = Date.UTC(1899, 11, 30)
/** Before 1 March 1900 Excel counts a day that never was. */
const FIRST = 61

/** What Excel counts otherwise than we write it. */
type Counted = 'duration' | 'date' | 'time' | 'datetime' | 'instant'
type Serial = (value: unknown, timeZone: string) => number | undefined
const serials: Record<Counted, Serial> = {
  duration: (value) => (typeof value === 'number' ? value / MINUTES : undefined),
  date: (value) => dateSerial(String(value)),
  time: (value) => timeSerial(String(value)),
  datetime: (value, timeZone) => dateTimeSerial(String(value), timeZone),
  instant: (value, timeZone) => dateTimeSerial(String(value), timeZone),
}

/** The digits of the number that a cell is in a column of that type; undefined where it stays a text. */
export type Serials = Record<Counted, (from: RowReader) => Uint8Array | undefined>

export function cachedSerials(timeZone: string): Serials {
  const digitsOf = (type: Counted) =>
    cachedByBytes((value) => {
      const serial = serials[type](value, timeZone)
      return serial === undefined ? undefined : Buffer.from(String(serial))
    })
  return {
    duration: digitsOf('duration'),
    date: digitsOf('date'),
    time: digitsOf('time'),
    datetime: digitsOf('datetime'),
    instant: digitsOf('instant'),
  }
}

/** Undefined for what is no such value: it stays the text that it is. */
function dateSerial(text: string): number | undefined {
  const parts = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)
  if (!parts) return undefined
  const [year, month, day] = parts.slice(1).map(Number) as [number, number, number]
  const date = new Date(Date.UTC(year, month - 1, day))
  if (date.getUTCDate() !== day || date.getUTCMonth() !== month - 1) return undefined
  const serial = (date.getTime() - ORIGIN) / DAY_MS
  return serial < FIRST ? undefined : serial
}

function timeSerial(text: string): number | undefined {
  if (!/^\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(text)) return undefined
  const [hours = 0, minutes = 0, seconds = 0] = text.split(':').map((part) => Math.floor(Number(part)))
  if (hours > 24 || minutes > 59 || seconds > 59) return undefined
  return ((hours * 60 + minutes) * 60 + seconds) / (MINUTES * 60)
}

/** A wall time, or an instant (with a Z at its end) in the given time zone. */
function dateTimeSerial(text: string, timeZone: string): number | undefined {
  const wall = text.endsWith('Z') ? wallTime(text, timeZone) : text
  const [date = '', time = ''] = wall.split(/[T ]/)
  const day = dateSerial(date)
  const part = timeSerial(time)
  return day === undefined || part === undefined ? undefined : day + part
}

function wallTime(instant: string, timeZone: string): string {
  const at = Date.parse(instant)
  if (Number.isNaN(at)) return ''
  return Temporal.Instant.fromEpochMilliseconds(at)
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' })
}
