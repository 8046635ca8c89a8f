import type { Repeats } from '#contract/rounds.ts'

/**
 * The first of its moments after this one, by the clock on the wall: 08:00 stays 08:00 in summer and winter, a time
 * that does not exist that day comes an hour later, and a doubled one means the first. Each is counted from the very
 * first, so that a month that has no 31st moves none of those after it.
 */
export function nextRound({ unit, every, first }: Repeats, after: Temporal.ZonedDateTime) {
  const start = Temporal.PlainDateTime.from(first)
  for (let turn = 0; ; turn++) {
    const count = turn * every
    const next = start
      .add(unit === 'week' ? { weeks: count } : { months: unit === 'quarter' ? 3 * count : count })
      .toZonedDateTime(after.timeZoneId)
    if (Temporal.ZonedDateTime.compare(next, after) > 0) return next
  }
}
