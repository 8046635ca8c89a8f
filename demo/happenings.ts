// The demo's plan around today. The first happening is part of every seeded database.
import { minutesBetween } from '#contract/time/work-time.ts'
import { emptyPlannerTexts } from '#contract/words/planner-texts.ts'
import { generatePeople } from '#planner-simulator/company.ts'
import { happeningsAround } from '#planner-simulator/happenings.ts'
import type { Simulator } from '#planner-simulator/server.ts'
import type { Tx } from '#server/db/connect.ts'
import type { PlannedEntry, PlannedHappening } from '#server/planner/port.ts'
import { cast } from './cast.ts'
import { zone } from './zone.ts'

const PEOPLE_COUNT = 120

export const today = () => Temporal.Now.plainDateISO(zone).toString()

export const plannedHappenings = (): PlannedHappening[] => [
  firstHappening(today()),
  ...happeningsAround({ around: today(), users: generatePeople(PEOPLE_COUNT) }),
]

function firstHappening(date: string): PlannedHappening {
  const id = `G${date.replaceAll('-', '')}`
  const crew = generatePeople(24)
  const entry = (number: number, soll_von: string, soll_bis: string, funktion: string): PlannedEntry => ({
    ...emptyPlannerTexts,
    id: `${id}-${number + 1}`,
    personalnummer: crew[number]?.id.slice(1) ?? null,
    first_name: crew[number]?.vorname ?? null,
    last_name: crew[number]?.nachname ?? null,
    status: 'zugesagt',
    aufgabe: number % 3 === 0 ? 'Umbau' : 'Aufbau',
    funktion,
    soll_von: `${date}T${soll_von}`,
    soll_bis: `${date}T${soll_bis}`,
    ist_von: null,
    ist_bis: null,
  })
  const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at)
  return {
    id,
    name: 'Nordlicht-Gala',
    type: 'Firmenfeier',
    ort: 'Musikhalle, Hamburg',
    date,
    subhappenings: [
      {
        id: `${id}-A`,
        name: 'Bühne',
        entries: range(0, 20).map((number) =>
          entry(
            number,
            number < 12 ? '13:00' : '14:30',
            '22:30',
            number < 3 ? 'Bühnenmeister' : 'Bühnenhelfer',
          ),
        ),
      },
      {
        id: `${id}-B`,
        name: 'Empfang',
        entries: range(20, 24).map((number) => entry(number, '17:00', '23:15', 'Einlass')),
      },
    ],
  }
}

/** Inserts the first happening as if the planner had sent it, with Bruno as recorder. */
export async function insertFirstHappening(tx: Tx, zone: string) {
  const { id, subhappenings, ...happening } = firstHappening(today())
  const { id: happening_id } = await tx
    .insertInto('happenings')
    .values({ ...happening, planner_id: id, status: 'Aktiv' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const bruno = await tx
    .selectFrom('users')
    .where('username', '=', cast.bruno.username)
    .select('id')
    .executeTakeFirstOrThrow()
  for (const { id, name, entries } of subhappenings) {
    const sub = await tx
      .insertInto('subhappenings')
      .values({ happening_id, planner_id: id, name })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.insertInto('subhappening_users').values({ subhappening_id: sub.id, user_id: bruno.id }).execute()
    await tx
      .insertInto('time_entries')
      .values(
        entries.map(({ id, ...entry }) => ({
          ...entry,
          planner_id: id,
          subhappening_id: sub.id,
          soll_minutes: minutesBetween(entry.soll_von as string, entry.soll_bis as string, zone),
          ist_minutes: null,
        })),
      )
      .execute()
  }
}

/** Changes in the planner after the first sync: a new name, new times, another person, one added and one removed. */
export function changePlan(planner: Simulator) {
  const from = Temporal.PlainDate.from(today()).add({ days: 4 }).toString()
  const [renamed, shifted, other, gone, ...rest] = structuredClone(plannedHappenings()).filter(
    ({ date }) => date >= from,
  )
  if (!renamed || !shifted || !other || !gone) return
  renamed.name = `${renamed.name} – Zusatztermin`
  for (const { entries } of shifted.subhappenings)
    for (const entry of entries.slice(0, 3)) entry.soll_von = quarterHourEarlier(entry.soll_von)
  other.subhappenings[0]?.entries.splice(0, 1)
  const extra = { ...structuredClone(gone), id: `${gone.id}N`, name: 'Pressekonferenz', subhappenings: [] }
  const before = plannedHappenings().filter(({ date }) => date < from)
  planner.happenings = [...before, renamed, shifted, other, extra, ...rest]
}

const quarterHourEarlier = (moment: string | null) =>
  moment && Temporal.PlainDateTime.from(moment).subtract({ minutes: 15 }).toString({ smallestUnit: 'minute' })
