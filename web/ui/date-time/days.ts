// Days are 'YYYY-MM-DD', wherever the reader is; they are counted without a clock.

const DAY = 86_400_000

export const toDate = (utc: number) => new Date(utc).toISOString().slice(0, 10)
export const fromDate = (date: string) => Date.parse(`${date}T00:00:00Z`)

/** Today in the reader's own time zone. */
export function today(now = new Date()): string {
  return toDate(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()))
}

export const addDays = (date: string, days: number) => toDate(fromDate(date) + days * DAY)

/** 0 = Monday … 6 = Sunday. */
export const weekday = (date: string) => (new Date(fromDate(date)).getUTCDay() + 6) % 7

/** Midnight at the end of a day, as it is typed. */
export const END_OF_DAY = '24:00:00'
