// Parses local working times and computes their length. A moment is `YYYY-MM-DDTHH:MM:SS` without zone. Lengths are
// elapsed time, also across a change of the clocks. A time in the doubled hour of October means its first
// occurrence; a time in the missing hour of March is invalid.

export type TypedTimes = {
  von_date: string | null
  von_time: string | null
  bis_date: string | null
  bis_time: string | null
}
export type WorkTimes = { von: string | null; bis: string | null; minutes: number | null }
export type TimeFault = {
  field: keyof TypedTimes
  sentence: string
  /** The other field, if it is wrong too. */
  also?: { field: keyof TypedTimes; sentence: string }
}

/** Hours above which an entry is refused, or gets a hint. */
export const entryHourLimits = { refused: 24, hinted: 16 }

/** The times that were entered, or the first fault in them. */
export function parseWorkTimes(typed: TypedTimes, zone: string): WorkTimes | TimeFault {
  const { von_date, von_time, bis_time } = typed
  if (von_date === null && von_time !== null) return faultAt('von_date', 'Zum Beginn fehlt das Datum.')
  if (von_date !== null && von_time === null) return faultAt('von_time', 'Zum Beginn fehlt die Uhrzeit.')
  if (typed.bis_date !== null && bis_time === null) return faultAt('bis_time', 'Zum Ende fehlt die Uhrzeit.')
  const far = (['von_date', 'bis_date'] as const).find((field) => isOutOfRange(typed[field]))
  if (far) return faultAt(far, 'Dieses Datum liegt zu weit weg.')
  const von = von_date !== null && von_time !== null ? momentOf(von_date, von_time) : null
  const bis = resolveEnd(typed, von)
  if (bis_time !== null && bis === null) return faultAt('bis_date', 'Zum Ende fehlt das Datum.')
  if (von !== null && !existsInZone(von, zone)) return faultAt('von_time', skippedHourSentence(von))
  if (bis !== null && !existsInZone(bis, zone)) return faultAt('bis_time', skippedHourSentence(bis))
  if (von === null || bis === null) return { von, bis, minutes: null }

  const minutes = minutesBetween(von, bis, zone)
  if (von === bis) return faultAt('bis_time', 'Beginn und Ende sind gleich.')
  if (minutes <= 0) return faultAt('bis_date', 'Das Ende liegt vor dem Beginn.')
  if (minutes > entryHourLimits.refused * 60)
    return faultAt('bis_date', `Das sind mehr als ${entryHourLimits.refused} Stunden.`)
  return { von, bis, minutes }
}

/** A year outside of 2000 to 2100 is a typing error. Years above 9999 would also have another notation. */
const isOutOfRange = (date: string | null) => date !== null && (date < '2000-01-01' || date > '2100-12-31')

/**
 * An end without a date is on the day of the start, or on the next day if it would otherwise precede the
 * start.
 */
function resolveEnd({ von_date, bis_date, bis_time }: TypedTimes, von: string | null): string | null {
  if (bis_time === null) return null
  const day = bis_date ?? von_date
  if (day === null) return null
  const bis = momentOf(day, bis_time)
  const isNight = von !== null && bis < von && day === von_date
  return isNight ? momentOf(dayAfter(day), bis_time) : bis
}

export const isTimeFault = (read: WorkTimes | TimeFault): read is TimeFault => 'sentence' in read

export const momentOf = (date: string, time: string) => `${date}T${time.slice(0, 5)}:00`
export const dateOf = (moment: string | null) => moment?.slice(0, 10) ?? null
export const timeOf = (moment: string | null) => moment?.slice(11, 19) ?? null
/** Drops the seconds, as the API writes moments. */
export const toMinute = (moment: string | null) => moment?.slice(0, 16) ?? null

export const dayAfter = (date: string) => Temporal.PlainDate.from(date).add({ days: 1 }).toString()

export function minutesBetween(von: string, bis: string, zone: string): number {
  return Math.round((instantOf(bis, zone) - instantOf(von, zone)) / 60_000)
}

const instantOf = (moment: string, zone: string) => resolveInZone(moment, zone).at

/** False for local times within the skipped hour in March. */
const existsInZone = (moment: string, zone: string) => resolveInZone(moment, zone).exists

type ResolvedMoment = { at: number; exists: boolean }

/** Cache of conversions, since a team has few distinct moments and each is converted many times. */
const zoneCache = new Map<string, ResolvedMoment>()
const MAX_CACHED_MOMENTS = 1_000

function resolveInZone(moment: string, zone: string): ResolvedMoment {
  const key = `${zone} ${moment}`
  const before = zoneCache.get(key)
  if (before) return before
  const plain = Temporal.PlainDateTime.from(moment)
  const zoned = plain.toZonedDateTime(zone, { disambiguation: 'earlier' })
  const read = { at: zoned.epochMilliseconds, exists: zoned.toPlainDateTime().equals(plain) }
  if (zoneCache.size >= MAX_CACHED_MOMENTS) zoneCache.clear()
  zoneCache.set(key, read)
  return read
}

const faultAt = (field: keyof TypedTimes, sentence: string): TimeFault => ({ field, sentence })

const skippedHourSentence = (moment: string) =>
  `${moment.slice(11, 16)} Uhr gibt es an diesem Tag nicht: Die Uhren werden vorgestellt.`
