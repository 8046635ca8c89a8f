// Dates and times as Excel counts them: days since 30 December 1899, the time of day as the part of a day.

const MINUTES = 1_440
const DAY_MS = 86_400_000
const ORIGIN = Date.UTC(1899, 11, 30)
/** Before 1 March 1900 Excel counts a day that never was. */
const FIRST = 61

/** Undefined for what is no such value: it stays the text that it is. */
export function dateSerial(text: string): number | undefined {
  const parts = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)
  if (!parts) return undefined
  const [year, month, day] = parts.slice(1).map(Number) as [number, number, number]
  const date = new Date(Date.UTC(year, month - 1, day))
  if (date.getUTCDate() !== day || date.getUTCMonth() !== month - 1) return undefined
  const serial = (date.getTime() - ORIGIN) / DAY_MS
  return serial < FIRST ? undefined : serial
}

export function timeSerial(text: string): number | undefined {
  if (!/^\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(text)) return undefined
  const [hours = 0, minutes = 0, seconds = 0] = text.split(':').map((part) => Math.floor(Number(part)))
  if (hours > 24 || minutes > 59 || seconds > 59) return undefined
  return ((hours * 60 + minutes) * 60 + seconds) / (MINUTES * 60)
}

export const durationSerial = (minutes: number) => minutes / MINUTES

/** A wall time, or an instant (with a Z at its end) in the given time zone. */
export function dateTimeSerial(text: string, timeZone: string): number | undefined {
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
