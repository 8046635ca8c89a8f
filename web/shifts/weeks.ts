// Shifts by week, as people count them: from Monday to Sunday.
import type { Shift } from '#contract/shifts.ts'

const DAY_MS = 86_400_000

export type Week = {
  /** Its Monday and its Sunday, as `YYYY-MM-DD`. */
  start: string
  end: string
  /** The number of the week in its year. */
  number: number
  shifts: Shift[]
  /** Whole minutes; whoever is cancelled is not planned. */
  planned: number
  recorded: number
}

/** All weeks of a span of days that begins on a Monday, also those without a shift. */
export function weeksOf({ start, end, items }: { start: string; end: string; items: Shift[] }): Week[] {
  const count = Math.round((Date.parse(end) - Date.parse(start) + DAY_MS) / (7 * DAY_MS))
  return Array.from({ length: count }, (_, at) => {
    const monday = addDays(start, 7 * at)
    const sunday = addDays(monday, 6)
    const shifts = items.filter(({ date }) => date >= monday && date <= sunday)
    return {
      start: monday,
      end: sunday,
      number: weekNumber(monday),
      shifts,
      planned: sum(shifts, ({ cancelled, soll_duration }) => (cancelled ? 0 : soll_duration)),
      recorded: sum(shifts, ({ ist_duration }) => ist_duration),
    }
  })
}

/** What is over, told by its end: who works past midnight is not done yet. */
export const isOver = ({ soll_bis, ist_bis, date }: Shift, today: string) =>
  (ist_bis ?? soll_bis ?? date).slice(0, 10) < today

const sum = (shifts: Shift[], of: (shift: Shift) => number) =>
  shifts.reduce((all, shift) => all + of(shift), 0)

export const addDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

/** A week is of the year in which its Thursday lies. */
export function weekNumber(monday: string): number {
  const thursday = Date.parse(monday) + 3 * DAY_MS
  const newYear = Date.UTC(new Date(thursday).getUTCFullYear(), 0, 1)
  return 1 + Math.floor((thursday - newYear) / (7 * DAY_MS))
}
