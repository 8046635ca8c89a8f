// Generates events of a company for the weeks around a day. The same seed and day always give the same events.
import { emptyPlannerTexts } from '#contract/words/planner-texts.ts'
import type {
  PlannedEntry,
  PlannedHappening,
  PlannedSubhappening,
  PlannedUser,
} from '#server/planner/port.ts'
import { eventKinds, subcontractors, type Team } from './plays.ts'
import { createRandom, type Random } from './random.ts'

type HappeningsOptions = {
  /** `YYYY-MM-DD` */
  around: string
  users: readonly PlannedUser[]
  daysBefore?: number
  daysAfter?: number
  perDay?: number
  seed?: number
}

export function happeningsAround({
  around,
  users,
  daysBefore = 21,
  daysAfter = 35,
  perDay = 2,
  seed = 1,
}: HappeningsOptions): PlannedHappening[] {
  const today = Temporal.PlainDate.from(around)
  return Array.from({ length: daysBefore + daysAfter + 1 }, (_, at) => {
    const day = today.add({ days: at - daysBefore })
    const random = createRandom(seed * 7_919 + dayNumber(day))
    const crew = createPersonPicker(users, random)
    const count = perDay + random.below(2)
    return Array.from({ length: count }, (_, number) =>
      generateHappening(day, number, random, crew, at < daysBefore),
    )
  }).flat()
}

/** Part of the seed, so that a day has the same events whatever `around` is. */
const dayNumber = (day: Temporal.PlainDate) => Temporal.PlainDate.from('2020-01-01').until(day).days

type Person = Pick<PlannedEntry, 'personalnummer' | 'first_name' | 'last_name' | 'subcontractor'>
type PersonPicker = () => Person

function generateHappening(
  day: Temporal.PlainDate,
  number: number,
  random: Random,
  crew: PersonPicker,
  isPast: boolean,
): PlannedHappening {
  const play = random.pick(eventKinds)
  const id = `V${day.toString().replaceAll('-', '')}${number + 1}`
  const [name, ort] = random.pick(Object.entries(play.places))
  return {
    id,
    name,
    type: play.type,
    ort,
    date: day.toString(),
    subhappenings: play.teams.map((team, at) =>
      generateSubhappening(`${id}-${at + 1}`, team, day, random, crew, isPast),
    ),
  }
}

function generateSubhappening(
  id: string,
  team: Team,
  day: Temporal.PlainDate,
  random: Random,
  crew: PersonPicker,
  isPast: boolean,
): PlannedSubhappening {
  const count = team.least + random.below(team.most - team.least + 1)
  const entries = Array.from({ length: count }, (_, number): PlannedEntry => {
    // Some come an hour later or leave earlier; all in quarters of an hour.
    const from = team.from + (random.chance(0.3) ? random.below(5) / 4 : 0)
    const to = team.to - (random.chance(0.3) ? random.below(7) / 4 : 0)
    // Drawn even if unused: a skipped draw would give the day other people once it has passed.
    const isTimed = random.chance(0.08) && isPast
    const later = random.below(4) / 4
    return {
      ...emptyPlannerTexts,
      id: `${id}-${number + 1}`,
      ...crew(),
      status: random.chance(0.85) ? 'zugesagt' : random.chance(0.8) ? 'angefragt' : 'abgesagt',
      aufgabe: random.pick(team.aufgabe),
      funktion: number === 0 ? (team.funktion.at(-1) ?? null) : random.pick(team.funktion),
      soll_von: momentOf(day, from),
      soll_bis: momentOf(day, to),
      ist_von: isTimed ? momentOf(day, from) : null,
      ist_bis: isTimed ? momentOf(day, to + later) : null,
      // The legal minimum for a shift of this length, in minutes.
      soll_pause: to - from > 9 ? 45 : to - from > 6 ? 30 : 0,
    }
  })
  return { id, name: team.name, entries }
}

/** Picks everybody once before anybody twice, and sometimes somebody from another company. */
function createPersonPicker(users: readonly PlannedUser[], random: Random): PersonPicker {
  let next = random.below(Math.max(1, users.length))
  return () => {
    if (users.length === 0 || random.chance(0.12)) return stranger(random)
    const { id, vorname, nachname } = users[next++ % users.length] as PlannedUser
    return {
      personalnummer: id.replace(/^P/, ''),
      first_name: vorname,
      last_name: nachname,
      subcontractor: null,
    }
  }
}

const strangerLastNames = ['Krause', 'Lange', 'Peters', 'Sommer', 'Winter', 'Yildirim', 'Zander']
const firstNames = ['Alex', 'Chris', 'Dani', 'Kim', 'Mika', 'Robin', 'Toni']

const stranger = (random: Random): Person => ({
  personalnummer: null,
  first_name: random.pick(firstNames),
  last_name: random.pick(strangerLastNames),
  subcontractor: random.pick(subcontractors),
})

function momentOf(day: Temporal.PlainDate, hours: number): string {
  const date = hours >= 24 ? day.add({ days: 1 }) : day
  const minutes = Math.round((hours % 24) * 60)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${date.toString()}T${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}
