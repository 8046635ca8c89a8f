import type { Config } from '#server/config.ts'
import { refuseInvalid } from '#server/http/errors.ts'

export const todayIn = ({ timeZone }: Pick<Config, 'timeZone'>) =>
  Temporal.Now.plainDateISO(timeZone).toString()

/** More than two years ahead is a typing error. */
const MAX_LEAD_TIME = { years: 2 }

/** Parses a local moment from the named field; in the doubled hour in October the first one. */
export function parseMoment(
  typed: string,
  now: Temporal.ZonedDateTime,
  field: string,
): Temporal.ZonedDateTime {
  let moment: Temporal.ZonedDateTime
  try {
    moment = Temporal.PlainDateTime.from(typed).toZonedDateTime(now.timeZoneId)
  } catch {
    // The form was valid, but the day or time does not exist.
    throw refuseInvalid(['body', field], 'Diesen Zeitpunkt gibt es nicht.')
  }
  if (Temporal.ZonedDateTime.compare(moment, now.add(MAX_LEAD_TIME)) > 0)
    throw refuseInvalid(['body', field], 'Dieser Zeitpunkt liegt mehr als zwei Jahre in der Zukunft.')
  return moment
}

/** A start this far in the past is still accepted: it may have passed while the person filled in the form. */
const GRACE_PERIOD = { minutes: 5 }

export const isLongPast = (moment: Temporal.ZonedDateTime, now: Temporal.ZonedDateTime) =>
  Temporal.ZonedDateTime.compare(moment, now.subtract(GRACE_PERIOD)) < 0
