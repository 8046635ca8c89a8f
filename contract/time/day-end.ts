export const msUntilMidnight = (now: Temporal.ZonedDateTime): number =>
  msUntil(now, now.toPlainDate().add({ days: 1 }).toZonedDateTime(now.timeZoneId))

/** At least 1 ms, so that a timer never gets 0. */
export const msUntil = (now: Temporal.ZonedDateTime, then: Temporal.ZonedDateTime): number =>
  Math.max(1, then.epochMilliseconds - now.epochMilliseconds)
