import type { RepeatRule } from '#contract/rounds.ts'

/**
 * The first start of a round after `after`, in local time: 08:00 stays 08:00 in summer and winter, a skipped time
 * moves an hour later, and a doubled time means its first occurrence. Each start is computed from `first`, so that
 * a month without a 31st does not shift later starts.
 */
export function nextRound({ unit, every, first }: RepeatRule, after: Temporal.ZonedDateTime) {
  const start = Temporal.PlainDateTime.from(first)
  for (let turn = 0; ; turn++) {
    const count = turn * every
    const next = start
      .add(unit === 'week' ? { weeks: count } : { months: unit === 'quarter' ? 3 * count : count })
      .toZonedDateTime(after.timeZoneId)
    if (Temporal.ZonedDateTime.compare(next, after) > 0) return next
  }
}
