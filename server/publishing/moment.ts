import type { Config } from '#server/config.ts'
import { invalid } from '#server/http/errors.ts'

/** By the clock of the company. */
export const todayIn = ({ timeZone }: Pick<Config, 'timeZone'>) =>
  Temporal.Now.plainDateISO(timeZone).toString()

/** Two years ahead is a slip of the pen. */
const FURTHEST = { years: 2 }

/** A moment of the clock on the wall, from a field of that name; the doubled hour in October means the first one. */
export function momentOf(typed: string, now: Temporal.ZonedDateTime, field: string): Temporal.ZonedDateTime {
  let moment: Temporal.ZonedDateTime
  try {
    moment = Temporal.PlainDateTime.from(typed).toZonedDateTime(now.timeZoneId)
  } catch {
    // The form was right; it names a day or a time that does not exist.
    throw invalid(['body', field], 'Diesen Zeitpunkt gibt es nicht.')
  }
  if (Temporal.ZonedDateTime.compare(moment, now.add(FURTHEST)) > 0)
    throw invalid(['body', field], 'Dieser Zeitpunkt liegt mehr als zwei Jahre in der Zukunft.')
  return moment
}

/** One that has only just passed means now: the clock went on while somebody was choosing. */
const JUST = { minutes: 5 }

export const isLongPast = (moment: Temporal.ZonedDateTime, now: Temporal.ZonedDateTime) =>
  Temporal.ZonedDateTime.compare(moment, now.subtract(JUST)) < 0
