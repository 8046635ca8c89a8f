// Teams whose times the caller records, and their next shifts; beside these, for an administrator, what waits for all of
// them.
import type { Shift } from '#contract/shifts.ts'
import { msUntil, msUntilMidnight } from '#contract/time/day-end.ts'
import type { RightsNow } from '#server/auth/rights-store.ts'
import type { Caller } from '#server/caller.ts'
import { viewer } from '#server/happenings/read-happenings.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutTimes, aboutUser } from '#server/live/facts.ts'
import { factsOfShifts, restsOn, shownShift, timesOf } from '#server/shifts/read-shifts.ts'
import { type KnownTeam, type Overlapping, readOwnWork } from './store.ts'
import { daysThatWait, keyOfWaits, type Waits, waitsFor } from './waiting.ts'

/** So many shifts stand on the page. */
const NEXT = 3
/** Teams of the days after tomorrow are shown where fewer than so many are nearer. */
const FEW = 4
const DAYS_AHEAD = 14

type Teams = { count: number; items: KnownTeam[]; coming: KnownTeam[] }
/**
 * `rights`: what the caller might when it was read; `overlap`: how those of them stand that may wait for administrators, too;
 * `rests`: the facts that it rests on besides.
 */
type Work = {
  rights: RightsNow
  teams: Teams | undefined
  shifts: Shift[] | undefined
  overlap: readonly Overlapping[]
  rests: readonly string[]
}

/**
 * A team that an administrator records or works in may wait as well: one time entered there changes both, and each is read
 * by itself.
 */
export async function workAndWaiting(
  kontor: Kontor,
  by: Caller,
  now: Temporal.ZonedDateTime,
): Promise<{ work: Work; waits: Waits | undefined }> {
  if (!by.is_admin) return { work: await ownWork(kontor, by, now), waits: undefined }
  const date = now.toPlainDate()
  return kontor.lists.ofOneMoment({
    read: async () => {
      const [work, waits] = await Promise.all([ownWork(kontor, by, now), waitsFor(kontor, date)])
      return { work, waits }
    },
    fits: ({ work, waits }) => work.overlap.every(({ id, state }) => (waits.states[id] ?? null) === state),
    keys: () => [keyOf(by, date), keyOfWaits(date)],
  })
}

const keyOf = ({ id, is_admin, may_see_happenings, is_planned }: Caller, date: Temporal.PlainDate) =>
  `work of ${[id, is_admin, may_see_happenings, is_planned].join(' ')} ${date.toString()}`

/** Teams and shifts of one moment, and what the caller might then: both hang on it. */
async function ownWork(kontor: Kontor, by: Caller, now: Temporal.ZonedDateTime): Promise<Work> {
  const { is_admin, may_see_happenings, is_planned } = by
  const rights = { is_admin, may_see_happenings }
  if (!may_see_happenings && !is_planned)
    return { rights, teams: undefined, shifts: undefined, overlap: [], rests: [] }
  const date = now.toPlainDate()
  const day = (days: number) => date.add({ days }).toString()
  const days = { from: day(-1), to: day(1), ahead: day(DAYS_AHEAD) }
  const wall = now.toPlainDateTime().toString({ smallestUnit: 'second' })
  return kontor.lists.read({
    key: keyOf(by, date),
    facts: [aboutUser(by.id), ...factsOfShifts],
    more: ({ rests }: Work) => rests,
    lasts: ({ shifts }: Work) => msUntilNext(now, shifts ?? []),
    read: async (db): Promise<Work> => {
      const found = await readOwnWork(db, viewer(kontor, by), {
        teams: may_see_happenings ? days : undefined,
        shifts: is_planned ? { now: wall, limit: NEXT } : undefined,
        overlap: is_admin ? { ...daysThatWait(date), yesterday: days.from, now: wall } : undefined,
      })
      const { rights, overlap, of } = found
      const teams = found.teams && nearAndComing(found.teams, days)
      const shifts = found.shifts?.map(shownShift)
      const rests = [
        ...timesOf([...(teams?.items ?? []), ...(teams?.coming ?? [])]),
        ...restsOn(shifts ?? [], of),
        ...overlap.map(({ id }) => aboutTimes(id)),
      ]
      return { rights, teams, shifts, overlap, rests }
    },
  })
}

function nearAndComing(
  { count, items }: { count: number; items: KnownTeam[] },
  { to }: { to: string },
): Teams {
  const near = items.filter((team) => team.date <= to)
  const coming = near.length < FEW ? items.filter((team) => team.date > to).slice(0, NEXT) : []
  return { count, items: near, coming }
}

export const asOf = (now: Temporal.ZonedDateTime) => (team: KnownTeam) => ({
  ...team,
  is_ahead: isAhead(now, team),
})

function isAhead(now: Temporal.ZonedDateTime, { begins, date }: KnownTeam): boolean {
  if (begins === null) return date > now.toPlainDate().toString()
  return Temporal.PlainDateTime.compare(Temporal.PlainDateTime.from(begins), now.toPlainDateTime()) > 0
}

/** Until the next of them begins. */
export const msUntilFirst = (now: Temporal.ZonedDateTime, teams: readonly KnownTeam[]) =>
  msUntilNext(
    now,
    teams.filter((team) => isAhead(now, team)).map(({ begins }) => ({ soll_von: begins, soll_bis: null })),
  )

/** Until the day is over, or the shift that ends first. */
export function msUntilNext(
  now: Temporal.ZonedDateTime,
  shifts: readonly { soll_von: string | null; soll_bis: string | null }[],
) {
  const ends = shifts.flatMap(({ soll_von, soll_bis }) => soll_bis ?? soll_von ?? [])
  const moments = ends.map((end) =>
    msUntil(now, Temporal.PlainDateTime.from(end).toZonedDateTime(now.timeZoneId)),
  )
  return Math.min(msUntilMidnight(now), ...moments)
}
