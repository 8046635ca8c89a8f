// Fields of an entry: both ends of a shift, as typed, planned and recorded, and the break. Pure, without time zones.
import type { TypedTimes } from '#contract/time/work-time.ts'
import type { TimeEntry } from '#contract/times.ts'
import { happeningLimits } from '#contract/words/happenings.ts'
import { addDays, END_OF_DAY } from '#web/ui/date-time/days.ts'

export type End = 'von' | 'bis'
export const ends: readonly End[] = ['von', 'bis']
export const timeFields = [
  'von_date',
  'von_time',
  'bis_date',
  'bis_time',
] as const satisfies (keyof TypedTimes)[]

/** Everything editable about an entry. */
export type Recorded = TypedTimes & { pause: number | null; note: string | null; absent: boolean }
export const recordedFields = [...timeFields, 'pause', 'note', 'absent'] as const satisfies (keyof Recorded)[]

export const recordedOf = (entry: TimeEntry): Recorded => ({
  ...actualOf(entry),
  pause: entry.ist_pause,
  note: entry.note,
  absent: entry.absent,
})

export const noTimes: TypedTimes = { von_date: null, von_time: null, bis_date: null, bis_time: null }

export const actualOf = (entry: TimeEntry): TypedTimes => ({
  von_date: entry.ist_von_date,
  von_time: entry.ist_von_time,
  bis_date: entry.ist_bis_date,
  bis_time: entry.ist_bis_time,
})

export const plannedOf = (entry: TimeEntry): TypedTimes => ({
  von_date: entry.soll_von_date,
  von_time: entry.soll_von_time,
  bis_date: entry.soll_bis_date,
  bis_time: entry.soll_bis_time,
})

/** Date and time of one end. */
export const pickEnd = (typed: TypedTimes, end: End): Partial<TypedTimes> =>
  end === 'von'
    ? { von_date: typed.von_date, von_time: typed.von_time }
    : { bis_date: typed.bis_date, bis_time: typed.bis_time }

export const noTimeAt = (end: End): Partial<TypedTimes> =>
  end === 'von' ? { von_date: null, von_time: null } : { bis_date: null, bis_time: null }

export const dateOfEnd = (typed: TypedTimes, end: End) => typed[`${end}_date`]
export const timeOfEnd = (typed: TypedTimes, end: End) => typed[`${end}_time`]

export const isEmpty = (typed: TypedTimes) => timeFields.every((part) => typed[part] === null)
export const isSameTimes = (a: TypedTimes, b: TypedTimes) => timeFields.every((part) => a[part] === b[part])
export const isSameEnd = (a: TypedTimes, b: TypedTimes, end: End) =>
  dateOfEnd(a, end) === dateOfEnd(b, end) && timeOfEnd(a, end) === timeOfEnd(b, end)
export const isPlanned = ({ soll_von_time, soll_bis_time }: TimeEntry) =>
  soll_von_time !== null && soll_bis_time !== null

/**
 * Values that follow from a new time at one end, so that nobody has to type dates. The start keeps its date or gets
 * the planned one. The end lies within a day after the start, also over midnight. Without a start it keeps its date
 * or gets the planned one. Equal times at both ends mean a length of zero; a whole day needs a typed date.
 */
export function withTime(
  shown: TypedTimes,
  end: End,
  time: string | null,
  { planned, day }: { planned: TypedTimes; day: string },
): Partial<TypedTimes> {
  if (time === null) return { [`${end}_time`]: null, [`${end}_date`]: null }
  if (time === END_OF_DAY) return withEndOfDay(shown, end, { planned, day })
  if (end === 'von') {
    const von_date = isEndOfDay(shown, planned, day)
      ? nearestDay(planned, day, time)
      : (shown.von_date ?? planned.von_date ?? day)
    return { von_date, von_time: time, ...impliedEndDate(von_date, time, shown) }
  }
  const { von_date, von_time } = shown
  if (von_date !== null && von_time !== null)
    return { bis_time: time, bis_date: time >= von_time ? von_date : addDays(von_date, 1) }
  return {
    bis_time: time,
    bis_date: shown.bis_date ?? planned.bis_date ?? von_date ?? planned.von_date ?? day,
  }
}

/** True if the start was typed as '24:00', which set its date to the next day. Another time then sets it back. */
const isEndOfDay = ({ von_date, von_time }: TypedTimes, planned: TypedTimes, day: string) =>
  von_time === '00:00:00' && von_date === addDays(planned.von_date ?? day, 1)

/**
 * Date of the planned start. The next day if the typed time is nearer to the plan on that day, e.g. 0:30 with a start
 * planned at 23:00.
 */
function nearestDay({ von_date, von_time }: TypedTimes, day: string, time: string): string {
  const own = von_date ?? day
  const isNext = von_time !== null && von_time > time && hoursBetween(time, von_time) > 12
  return isNext ? addDays(own, 1) : own
}
const hoursBetween = (from: string, to: string) => Number(to.slice(0, 2)) - Number(from.slice(0, 2))

/**
 * Converts '24:00' to the midnight that ends a day. For an end: the day on which the shift began. For a start, or
 * if there is no start yet: the entered day. Without such a day, it is the midnight nearest to the plan.
 */
function withEndOfDay(
  shown: TypedTimes,
  end: End,
  { planned, day }: { planned: TypedTimes; day: string },
): Partial<TypedTimes> {
  const time = '00:00:00'
  const own = end === 'bis' && shown.von_time !== null ? shown.von_date : shown[`${end}_date`]
  // '24:00' typed again means the same midnight, not one day later.
  if (end === 'von' && own !== null && isEndOfDay(shown, planned, day))
    return { von_date: own, von_time: time }
  const date = own === null ? nearestMidnight(planned, end, day) : addDays(own, 1)
  if (end === 'bis') return { bis_time: time, bis_date: date }
  return { von_date: date, von_time: time, ...impliedEndDate(date, time, shown) }
}

function nearestMidnight(planned: TypedTimes, end: End, day: string): string {
  const date = planned[`${end}_date`] ?? planned.von_date ?? planned.bis_date ?? day
  const time = planned[`${end}_time`]
  return time !== null && time < '12:00:00' ? date : addDays(date, 1)
}

/** A new start date moves the end along; a new end date changes nothing else. */
export function withDate(shown: TypedTimes, end: End, date: string | null): Partial<TypedTimes> {
  if (end === 'bis') return { bis_date: date }
  const along = date !== null && shown.von_time !== null ? impliedEndDate(date, shown.von_time, shown) : {}
  return { von_date: date, ...along }
}

const impliedEndDate = (von_date: string, von_time: string, { bis_time }: TypedTimes): Partial<TypedTimes> =>
  bis_time === null ? {} : { bis_date: bis_time >= von_time ? von_date : addDays(von_date, 1) }

/** Shifts an end by wall-clock minutes, also over midnight; no change without a time. */
export function shiftEnd(shown: TypedTimes, end: End, minutes: number): Partial<TypedTimes> {
  const date = dateOfEnd(shown, end)
  const time = timeOfEnd(shown, end)
  if (date === null || time === null) return {}
  const moved = new Date(Date.parse(`${date}T${time}Z`) + minutes * 60_000).toISOString()
  return { [`${end}_date`]: moved.slice(0, 10), [`${end}_time`]: moved.slice(11, 19) }
}

/** Parses a break, '45' or '0:45', to minutes; undefined if invalid or too long. */
export function readPause(text: string): number | undefined {
  const [, hours, minutes] = /^(?:(\d{1,2}):(?=[0-5]\d$))?(\d{1,3})$/.exec(text.trim()) ?? []
  const pause = minutes === undefined ? undefined : Number(hours ?? 0) * 60 + Number(minutes)
  return pause !== undefined && pause <= happeningLimits.pause ? pause : undefined
}

/** Most frequent planned times of a team: the starting point for people without a plan. */
export type UsualPlan = Readonly<Record<End, string | null>>

export const usualPlan = (entries: readonly TimeEntry[]): UsualPlan => ({
  von: mostFrequent(entries.map(({ soll_von_time }) => soll_von_time)),
  bis: mostFrequent(entries.map(({ soll_bis_time }) => soll_bis_time)),
})

function mostFrequent(times: readonly (string | null)[]): string | null {
  const all = [...Map.groupBy(times, (time) => time)].filter(([time]) => time !== null)
  return all.toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? null
}
