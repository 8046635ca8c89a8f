// Whether actual times can be meant as they stand. A slip of the finger makes another year or month of a date, and
// what has been sent only administrators can correct: so what is far from the plan, or has not happened yet, is asked
// about, and what is out of all reason is refused to those who record.
import { germanDay } from './german-day.ts'
import { dayAfter, type Fault, hours, minutesBetween, type Work } from './work-time.ts'

/** Where actual times are expected: planned moments, and the day of the happening where nothing is planned. */
export type Expected = { von: string | null; bis: string | null; day: string }

/** Days from the plan; minutes from now. */
export const limits = { askedDays: 3, refusedDays: 31, minutesAhead: 15 }

export type Doubt = { kind: 'distant' | 'future' | 'long'; sentence: string }

type Span = Pick<Work, 'von' | 'bis'>
type Distance = {
  end: 'von' | 'bis'
  at: string
  isLate: boolean
  minutes: number
  planned: boolean
  to: string
}

const DAY = 24 * 60 // minutes

/** What has to be asked before these times are saved or sent; `now` is the clock on the wall. */
export function doubtsAbout(
  times: Span,
  expected: Expected,
  { now, zone }: { now: string; zone: string },
): Doubt[] {
  const far = farthest(times, expected)
  const doubts: Doubt[] = []
  const length = times.von !== null && times.bis !== null ? minutesBetween(times.von, times.bis, zone) : 0
  if (length > hours.hinted * 60)
    doubts.push({
      kind: 'long',
      sentence: `Dauert ${spokenLength(length)}, mehr als ${hours.hinted} Stunden.`,
    })
  if (far && far.minutes > limits.askedDays * DAY)
    doubts.push({ kind: 'distant', sentence: `${distant(far, limits.askedDays)}.` })
  const ahead = (['von', 'bis'] as const).find((end) => {
    const at = times[end]
    return at !== null && minutesBetween(now, at, zone) > limits.minutesAhead
  })
  if (ahead)
    doubts.push({
      kind: 'future',
      sentence: `${names[ahead]} (${germanMoment(times[ahead] as string)} Uhr) liegt in der Zukunft.`,
    })
  return doubts
}

/** Why who records cannot enter these times. */
export function tooDistant(times: Span, expected: Expected): Fault | undefined {
  const [far, other] = distances(times, expected)
    .filter(({ minutes }) => minutes > limits.refusedDays * DAY)
    .toSorted((one, another) => another.minutes - one.minutes)
    .map((one) => ({
      field: `${one.end}_date` as const,
      sentence: `${distant(one, limits.refusedDays)}; so weit entfernte Zeiten kann nur ein Admin eintragen.`,
    }))
  return far && { ...far, ...(other && { also: other }) }
}

function farthest(times: Span, expected: Expected): Distance | undefined {
  return distances(times, expected).reduce<Distance | undefined>(
    (most, one) => (most && most.minutes >= one.minutes ? most : one),
    undefined,
  )
}

const distances = (times: Span, expected: Expected): Distance[] =>
  (['von', 'bis'] as const).flatMap((end) => {
    const at = times[end]
    return at === null ? [] : [distanceOf(end, at, expected)]
  })

/** By the calendar: a day on which the clocks change is a day. */
function distanceOf(end: 'von' | 'bis', at: string, expected: Expected): Distance {
  const to = expected[end] ?? expected.von ?? expected.bis
  if (to !== null) {
    const minutes = wallMinutes(to, at)
    return { end, at, to, planned: true, isLate: minutes > 0, minutes: Math.abs(minutes) }
  }
  // Anywhere on the day itself is no distance at all.
  const early = wallMinutes(at, `${expected.day}T00:00:00`)
  const late = wallMinutes(`${dayAfter(expected.day)}T00:00:00`, at)
  return { end, at, to: expected.day, planned: false, isLate: late > 0, minutes: Math.max(early, late, 0) }
}

const wallMinutes = (from: string, to: string) => (Date.parse(`${to}Z`) - Date.parse(`${from}Z`)) / 60_000

const names = { von: 'Der Beginn', bis: 'Das Ende' }

/** In days as whoever reads the two dates counts them; `limit`: so many days are less than it is. */
function distant({ end, at, to, planned, isLate }: Distance, limit: number): string {
  const days = Math.abs(Date.parse(at.slice(0, 10)) - Date.parse(to.slice(0, 10))) / 86_400_000
  const away = days > limit ? `${days.toLocaleString('de-DE')} Tage` : `mehr als ${limit} Tage`
  return `${names[end]} (${germanDay(at)}) liegt ${away} ${isLate ? 'nach' : 'vor'} dem ${
    planned ? `geplanten (${germanDay(to)})` : `Tag der Veranstaltung (${germanDay(to)})`
  }`
}

/** Lengths that a shift can have as hours and minutes, longer ones as whole days: '6:53 h', '9.822 Tage'. */
export const spokenLength = (minutes: number) =>
  minutes < 2 * DAY
    ? `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')} h`
    : `${Math.floor(minutes / DAY).toLocaleString('de-DE')} Tage`

const germanMoment = (moment: string) => `${germanDay(moment)}, ${moment.slice(11, 16)}`

/** Now, as the clock on the wall of the company shows it. */
export const wallClock = (zone: string, instant = Temporal.Now.instant()) =>
  instant.toZonedDateTimeISO(zone).toPlainDateTime().toString({ smallestUnit: 'second' })
