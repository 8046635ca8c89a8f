// Days as 'YYYY-MM-DD', independent of time zones: arithmetic, names, parsing.

const DAY_MS = 86_400_000

const isoDate = (utc: number) => new Date(utc).toISOString().slice(0, 10)
const utcMs = (date: string) => Date.parse(`${date}T00:00:00Z`)

/** In the reader's time zone. */
export function today(now = new Date()): string {
  return isoDate(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()))
}

export const addDays = (date: string, days: number) => isoDate(utcMs(date) + days * DAY_MS)

/** 0 = Monday … 6 = Sunday. */
export const weekday = (date: string) => (new Date(utcMs(date)).getUTCDay() + 6) % 7

/** Clamped to the last day of a shorter month. */
export function addMonths(date: string, months: number): string {
  const [y = 0, m = 1, d = 1] = date.split('-').map(Number)
  const last = new Date(Date.UTC(y, m + months, 0)).getUTCDate()
  return isoDate(Date.UTC(y, m - 1 + months, Math.min(d, last)))
}

/** Difference in calendar days; 0 if one is missing. */
export const daysBetween = (von: string | null | undefined, bis: string | null | undefined): number =>
  von && bis ? Math.round((Date.parse(bis.slice(0, 10)) - Date.parse(von.slice(0, 10))) / DAY_MS) : 0

export const daysLaterText = (days: number) => (days === 1 ? '+1 Tag' : `+${days} Tage`)

/** Midnight at the end of a day, in its typed form. */
export const END_OF_DAY = '24:00:00'

/** Weeks of a month view, Monday first, completed by days of adjacent months. */
export function weeksOfMonth(date: string): string[][] {
  const first = `${date.slice(0, 8)}01`
  const start = addDays(first, -weekday(first))
  const days = weekday(first) + Number(addDays(addMonths(first, 1), -1).slice(8))
  return Array.from({ length: Math.ceil(days / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => addDays(start, week * 7 + day)),
  )
}

const months = [
  'Januar',
  'Februar',
  'März',
  'April',
  'Mai',
  'Juni',
  'Juli',
  'August',
  'September',
  'Oktober',
  'November',
  'Dezember',
] as const
export const weekdays = [
  'Montag',
  'Dienstag',
  'Mittwoch',
  'Donnerstag',
  'Freitag',
  'Samstag',
  'Sonntag',
] as const

/** 'April 2027' */
export const monthName = (date: string) => `${months[Number(date.slice(5, 7)) - 1]} ${date.slice(0, 4)}`

/** For screen readers. */
export const spokenDate = (date: string) =>
  `${weekdays[weekday(date)]}, ${Number(date.slice(8))}. ${monthName(date)}`

// Typed forms: 3.4.27 · 03.04.2027 · 030427 · 3.4. · heute.

/**
 * The date, null for empty, undefined for invalid. A missing year is the present one, or the nearest to `near`:
 * on New Year's Day '31.12.' is yesterday.
 */
export function parseDate(text: string, now = today(), near?: string | null): string | null | undefined {
  const typed = text.trim().toLowerCase()
  if (typed === '') return null
  const words: Record<string, number> = { heute: 0, morgen: 1, gestern: -1 }
  if (Object.hasOwn(words, typed)) return addDays(now, words[typed] ?? 0)
  const iso = /^(\d{4})-(\d\d)-(\d\d)$/.exec(typed)
  if (iso) return existingDate(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const [, d, m, y = ''] =
    /^(\d{1,2})[./, -](\d{1,2})(?:[./, -](\d{4}|\d\d)?)?$/.exec(typed) ??
    /^(\d\d)(\d\d)(\d{4}|\d\d)?$/.exec(typed) ??
    []
  if (d === undefined) return undefined
  if (y === '' && near) return nearestDate(near, Number(m), Number(d))
  const year = y === '' ? Number(now.slice(0, 4)) : y.length === 2 ? 2000 + Number(y) : Number(y)
  return existingDate(year, Number(m), Number(d))
}

function nearestDate(near: string, month: number, day: number): string | undefined {
  const year = Number(near.slice(0, 4))
  const away = (date: string) => Math.abs(utcMs(date) - utcMs(near))
  return [year, year - 1, year + 1]
    .flatMap((year) => existingDate(year, month, day) ?? [])
    .sort((a, b) => away(a) - away(b))[0]
}

/** Undefined for nonexistent days. */
function existingDate(year: number, month: number, day: number): string | undefined {
  if (year < 1900 || year > 2199) return undefined
  const at = new Date(Date.UTC(year, month - 1, day))
  return at.getUTCMonth() === month - 1 && at.getUTCDate() === day ? isoDate(at.getTime()) : undefined
}
