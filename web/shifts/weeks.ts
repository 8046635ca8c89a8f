// Groups shifts by calendar week, Monday to Sunday.
import type { Shift } from '#contract/shifts.ts'
import { addDays, weekday } from '#web/ui/date-time/days.ts'
import type { ShiftsSearch } from './search.ts'

const DAY_MS = 86_400_000

export type Week = {
  /** Its Monday and its Sunday, as `YYYY-MM-DD`. */
  start: string
  end: string
  /** Week of the year. */
  number: number
  shifts: Shift[]
  /** Whole minutes, without cancelled shifts. */
  planned: number
  recorded: number
}

/** All weeks of a range that begins on a Monday, including empty ones. */
export function groupByWeek({ start, end, items }: { start: string; end: string; items: Shift[] }): Week[] {
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

/** Merges consecutive empty weeks into one line; the current week stays separate. */
export function mergeEmptyWeeks(weeks: Week[], today: string): (Week | Week[])[] {
  const folded: (Week | Week[])[] = []
  for (const week of weeks) {
    const last = folded.at(-1)
    if (week.shifts.length > 0 || (week.start <= today && today <= week.end)) folded.push(week)
    else if (Array.isArray(last)) last.push(week)
    else folded.push([week])
  }
  return folded
}

/**
 * First Monday that „Früher“ and „Später“ lead to. Weeks without shifts are skipped: going back, the nearest earlier
 * shift is in the last of the four weeks; going forward, the nearest later one is in the first.
 */
export const previousStart = (start: string, earlier: string | null) =>
  earlierDay(addDays(start, -28), earlier === null ? undefined : addDays(mondayOf(earlier), -21))
export const nextStart = (start: string, later: string | null) =>
  later === null || mondayOf(later) < addDays(start, 28) ? addDays(start, 28) : mondayOf(later)

const earlierDay = (one: string, other = one) => (other < one ? other : one)
const mondayOf = (day: string) => addDays(day, -weekday(day))

/**
 * A shift of today counts as over only after midnight. One that began on an earlier day and ends today is over at its
 * end. `now`: local `YYYY-MM-DDTHH:MM`.
 */
export function hasEnded({ soll_bis, ist_bis, date }: Shift, now: string) {
  const [end, today] = [ist_bis ?? soll_bis ?? date, now.slice(0, 10)]
  return end.slice(0, 10) < today || (date < today && end <= now)
}

/** Another shift of the same person at the same time, by the plan. */
export const findOverlap = (shift: Shift, shifts: readonly Shift[]) =>
  shifts.find(
    (other) =>
      other.id !== shift.id &&
      !other.cancelled &&
      !shift.cancelled &&
      isBefore(other.soll_von, shift.soll_bis) &&
      isBefore(shift.soll_von, other.soll_bis),
  )

const isBefore = (one: string | null, other: string | null) => one !== null && other !== null && one < other

const sum = (shifts: Shift[], of: (shift: Shift) => number) =>
  shifts.reduce((all, shift) => all + of(shift), 0)

/** ISO 8601: a week belongs to the year of its Thursday. */
function weekNumber(monday: string): number {
  const thursday = Date.parse(monday) + 3 * DAY_MS
  const newYear = Date.UTC(new Date(thursday).getUTCFullYear(), 0, 1)
  return 1 + Math.floor((thursday - newYear) / (7 * DAY_MS))
}

/** Search params without the opened shift. */
export const weeksSearch = ({ start }: ShiftsSearch): ShiftsSearch => (start === undefined ? {} : { start })
