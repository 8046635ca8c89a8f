/** The last moment at or before `now` at which the wall clock of the company showed this time. */
export function lastTime(now: Temporal.Instant, time: string, timeZone: string): Temporal.Instant {
  const today = now.toZonedDateTimeISO(timeZone)
  const at = (day: Temporal.ZonedDateTime) => day.withPlainTime(Temporal.PlainTime.from(time)).toInstant()
  const due = at(today)
  return Temporal.Instant.compare(due, now) <= 0 ? due : at(today.subtract({ days: 1 }))
}

/** A day's backup is due from its time on until there is one: a server that was down makes up for it. */
export function isDue(
  now: Temporal.Instant,
  { time, timeZone, last }: { time: string; timeZone: string; last: Temporal.Instant | undefined },
): boolean {
  return !last || Temporal.Instant.compare(last, lastTime(now, time, timeZone)) < 0
}
