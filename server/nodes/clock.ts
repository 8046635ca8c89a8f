// Decides whether the clock is believed. What is old is deleted for good, and a clock that leaps ahead makes everything
// old: then nothing is deleted until somebody has put it right, or it has gone on from there for a whole day of
// running, time enough to notice. A company that was closed for weeks looks the same, and only has its cleaning a day
// later.

export type Clock = {
  /** The last moment that was believed. */
  believedAt: number
  /** The last look, believed or not. */
  tickedAt: number
  /** In ms: for so long it has gone on evenly since its leap. Null while it is believed. */
  waited: number | null
}

/** A leap is further than this, in ms; also the time it has to go on evenly afterwards. */
const DAY = 24 * 3_600_000
/** Looks are a minute apart: what is longer than this, in ms, was a pause or another leap, and proves nothing. */
const EVEN = 10 * 60_000

export function nextClock({ believedAt, tickedAt, waited }: Clock, now: number): Clock {
  const believed = { believedAt: now, tickedAt: now, waited: null }
  // Backwards nothing grows old.
  if (now - believedAt <= DAY) return believed
  if (waited === null) return { believedAt, tickedAt: now, waited: 0 }
  const step = now - tickedAt
  const evenly = waited + (step >= 0 && step <= EVEN ? step : 0)
  return evenly >= DAY ? believed : { believedAt, tickedAt: now, waited: evenly }
}

export const isBelieved = ({ waited }: Clock) => waited === null

/** `now`: what the clock says. */
export function sayDoubt({ believedAt, tickedAt }: Clock): string {
  const days = Math.floor((tickedAt - believedAt) / DAY)
  return `Die Uhr der Datenbank steht ${days} ${days === 1 ? 'Tag' : 'Tage'} weiter, als der Server zuletzt gelaufen ist. Bis sie einen Tag lang so weitergegangen ist, wird nichts Altes gelöscht. Geht sie falsch, stellen Sie sie bitte.`
}
