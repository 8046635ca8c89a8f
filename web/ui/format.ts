// German formats of dates, times and numbers, independent of the browser's language.

import { daysBetween, today } from './date-time/days.ts'

const pad = (n: number) => String(n).padStart(2, '0')

/** '2027-04-03' → '03.04.2027'; empty if invalid. An instant is converted to the reader's time zone first. */
export function formatDate(date: string | null | undefined): string {
  if (date?.includes('T')) return formatDateTime(date).slice(0, 10)
  const [, y, m, d] = /^(\d{4})-(\d\d)-(\d\d)/.exec(date ?? '') ?? []
  return y ? `${d}.${m}.${y}` : ''
}

/** '09:30:00' → '09:30'; empty if invalid. */
export const formatShortTime = (time: string | null | undefined) => /^\d\d:\d\d/.exec(time ?? '')?.[0] ?? ''

/** '2027-04-03' → 'Sa. 03.04.2027'. */
export function formatDayAndDate(date: string | null | undefined): string {
  const text = formatDate(date)
  const day = new Date(text.split('.').toReversed().join('-')).getUTCDay()
  return text && `${'SoMoDiMiDoFrSa'.slice(2 * day, 2 * day + 2)}. ${text}`
}

/** 'Heute', 'Morgen', 'Gestern', else 'Sa. 03.04.2027'. Both as `YYYY-MM-DD`. */
export function dayInWords(day: string, today: string): string {
  return { '-1': 'Gestern', 0: 'Heute', 1: 'Morgen' }[daysBetween(today, day)] ?? formatDayAndDate(day)
}

const dateTimeFormat = (zone: string | undefined) =>
  new Intl.DateTimeFormat('de-DE', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZone: zone,
  })
let localFormat: Intl.DateTimeFormat | undefined

/** An instant → '03.04.2027 09:30:00', by default in the reader's time zone. */
export function formatDateTime(instant: string | Date | null | undefined, zone?: string): string {
  const at = new Date(instant ?? '')
  if (Number.isNaN(at.getTime())) return ''
  const format = zone ? dateTimeFormat(zone) : (localFormat ??= dateTimeFormat(undefined))
  return format.format(at).replace(', ', ' ')
}

const [MINUTE, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 86_400_000]
let ago: Intl.RelativeTimeFormat | undefined

/** An instant → 'gerade eben', 'vor 5 Minuten', 'vor 3 Stunden', 'gestern', 'vor 12 Tagen'; beyond a month its day. */
export function formatAgo(instant: string, now: number): string {
  const passed = now - Date.parse(instant)
  if (Number.isNaN(passed)) return ''
  // Tolerates clock differences.
  if (passed < MINUTE) return 'gerade eben'
  if (passed >= 31 * DAY_MS) return formatDate(instant)
  ago ??= new Intl.RelativeTimeFormat('de', { numeric: 'auto' })
  if (passed < HOUR_MS) return ago.format(-Math.floor(passed / MINUTE), 'minute')
  if (passed < DAY_MS) return ago.format(-Math.floor(passed / HOUR_MS), 'hour')
  // Counts calendar days, not 24 hours: „gestern“ ends at midnight.
  return ago.format(daysBetween(today(new Date(now)), today(new Date(instant))), 'day')
}

const numberFormat = new Intl.NumberFormat('de-DE', { maximumFractionDigits: 20 })

/** Adds a full stop if missing, before another sentence. */
export const withFullStop = (sentence: string) => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`)

/** 1234.5 → '1.234,5'. */
export const formatNumber = (n: number | null | undefined) =>
  n === null || n === undefined ? '' : numberFormat.format(n)

/** Whole minutes → '7:30', '112:05', '−0:15'. */
export function formatMinutes(minutes: number | null | undefined): string {
  if (minutes === null || minutes === undefined) return ''
  const whole = Math.abs(Math.round(minutes))
  return `${minutes < 0 && whole > 0 ? '−' : ''}${formatNumber(Math.floor(whole / 60))}:${pad(whole % 60)}`
}

/** With unit, where it could be mistaken for a time of day: '203:00 h'. */
export function formatHours(minutes: number | null | undefined): string {
  const text = formatMinutes(minutes)
  return text && `${text} h`
}

/** Bidi-isolates a name in plain text; in JSX use `<bdi>`. */
export const bidiIsolate = (name: string) => `\u2068${name}\u2069`

/** '1 Eintrag', '1.204 Einträge' */
export const formatCount = (count: number, one: string, many: string) =>
  `${formatNumber(count)} ${count === 1 ? one : many}`
