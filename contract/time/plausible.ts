// Plausibility of actual times. A typing error easily changes the year or month of a date, and after sending
// only administrators can correct it. So times far from the plan or in the future need a confirmation, and
// times very far from the plan are refused for recorders.
import { germanDay } from './german-day.ts'
import { dayAfter, entryHourLimits, minutesBetween, type TimeFault, type WorkTimes } from './work-time.ts'

/** Planned start and end to compare with. Without a plan, `day` (the day of the happening) counts. */
export type Expectation = { von: string | null; bis: string | null; day: string }

/**
 * `confirmDays`: more days from the plan need a confirmation. `refusedDays`: more days are refused for
 * recorders. `minutesAhead`: more minutes in the future need a confirmation.
 */
export const distanceLimits = { confirmDays: 3, refusedDays: 31, minutesAhead: 15 }

export type Doubt = { kind: 'distant' | 'future' | 'long'; sentence: string }

type WorkSpan = Pick<WorkTimes, 'von' | 'bis'>
type Distance = {
  end: 'von' | 'bis'
  at: string
  isLate: boolean
  minutes: number
  planned: boolean
  to: string
}

const DAY_MINUTES = 24 * 60

/** Doubts to confirm before these times are saved or sent; `now` is local time. */
export function doubtsAbout(
  times: WorkSpan,
  expected: Expectation,
  { now, zone }: { now: string; zone: string },
): Doubt[] {
  const far = farthest(times, expected)
  const doubts: Doubt[] = []
  const length = times.von !== null && times.bis !== null ? minutesBetween(times.von, times.bis, zone) : 0
  if (length > entryHourLimits.hinted * 60)
    doubts.push({
      kind: 'long',
      sentence: `Dauert ${formatDuration(length)}, mehr als ${entryHourLimits.hinted} Stunden.`,
    })
  if (far && far.minutes > distanceLimits.confirmDays * DAY_MINUTES)
    doubts.push({ kind: 'distant', sentence: `${distantSentence(far, distanceLimits.confirmDays)}.` })
  const ahead = (['von', 'bis'] as const).find((end) => {
    const at = times[end]
    return at !== null && minutesBetween(now, at, zone) > distanceLimits.minutesAhead
  })
  if (ahead)
    doubts.push({
      kind: 'future',
      sentence: `${sentenceSubjects[ahead]} (${germanMoment(times[ahead] as string)} Uhr) liegt in der Zukunft.`,
    })
  return doubts
}

/** Returns the fault of times that are too far from the plan for a recorder. */
export function findDistanceFault(times: WorkSpan, expected: Expectation): TimeFault | undefined {
  const [far, other] = distances(times, expected)
    .filter(({ minutes }) => minutes > distanceLimits.refusedDays * DAY_MINUTES)
    .toSorted((one, another) => another.minutes - one.minutes)
    .map((one) => ({
      field: `${one.end}_date` as const,
      sentence: `${distantSentence(one, distanceLimits.refusedDays)}; so weit entfernte Zeiten kann nur ein Admin eintragen.`,
    }))
  return far && { ...far, ...(other && { also: other }) }
}

function farthest(times: WorkSpan, expected: Expectation): Distance | undefined {
  return distances(times, expected).reduce<Distance | undefined>(
    (most, one) => (most && most.minutes >= one.minutes ? most : one),
    undefined,
  )
}

const distances = (times: WorkSpan, expected: Expectation): Distance[] =>
  (['von', 'bis'] as const).flatMap((end) => {
    const at = times[end]
    return at === null ? [] : [distanceOf(end, at, expected)]
  })

/** Computes with local times without a zone, so that a day on which the clocks change counts as one day. */
function distanceOf(end: 'von' | 'bis', at: string, expected: Expectation): Distance {
  const to = expected[end] ?? expected.von ?? expected.bis
  if (to !== null) {
    const minutes = wallClockMinutes(to, at)
    return { end, at, to, planned: true, isLate: minutes > 0, minutes: Math.abs(minutes) }
  }
  // Without a plan, any time on the day of the happening has distance 0.
  const early = wallClockMinutes(at, `${expected.day}T00:00:00`)
  const late = wallClockMinutes(`${dayAfter(expected.day)}T00:00:00`, at)
  return { end, at, to: expected.day, planned: false, isLate: late > 0, minutes: Math.max(early, late, 0) }
}

const wallClockMinutes = (from: string, to: string) =>
  (Date.parse(`${to}Z`) - Date.parse(`${from}Z`)) / 60_000

const sentenceSubjects = { von: 'Der Beginn', bis: 'Das Ende' }

/**
 * Sentence with the distance in calendar days. If the calendar days do not exceed `limit` although the
 * distance does, it says „mehr als … Tage“.
 */
function distantSentence({ end, at, to, planned, isLate }: Distance, limit: number): string {
  const days = Math.abs(Date.parse(at.slice(0, 10)) - Date.parse(to.slice(0, 10))) / 86_400_000
  const away = days > limit ? `${days.toLocaleString('de-DE')} Tage` : `mehr als ${limit} Tage`
  return `${sentenceSubjects[end]} (${germanDay(at)}) liegt ${away} ${isLate ? 'nach' : 'vor'} dem ${
    planned ? `geplanten (${germanDay(to)})` : `Tag der Veranstaltung (${germanDay(to)})`
  }`
}

/** Lengths below two days in hours and minutes, longer ones in whole days: '6:53 h', '9.822 Tage'. */
export const formatDuration = (minutes: number) =>
  minutes < 2 * DAY_MINUTES
    ? `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')} h`
    : `${Math.floor(minutes / DAY_MINUTES).toLocaleString('de-DE')} Tage`

const germanMoment = (moment: string) => `${germanDay(moment)}, ${moment.slice(11, 16)}`

/** Current local time of the company. */
export const localNow = (zone: string, instant = Temporal.Now.instant()) =>
  instant.toZonedDateTimeISO(zone).toPlainDateTime().toString({ smallestUnit: 'second' })
