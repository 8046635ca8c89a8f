// Teams whose times the caller records, and the caller's own next shifts.
import type { Shift } from '#contract/shifts.ts'
import { msUntil, msUntilMidnight } from '#contract/time/day-end.ts'
import type { Caller } from '#server/caller.ts'
import type { Database } from '#server/db/connect.ts'
import { toShift } from '#server/shifts/read-shifts.ts'
import { listNextShifts } from '#server/shifts/store.ts'
import { listOwnTeams, type StoredTeam } from './store.ts'

/** Upper bound of shifts, and upper bound of teams after tomorrow. */
const MAX_UPCOMING = 3
/** Teams after tomorrow are shown only if there are fewer nearer ones than this. */
const FEW_TEAMS = 4
const DAYS_AHEAD = 14

type Teams = { count: number; items: StoredTeam[]; coming: StoredTeam[] }
type OwnWork = { teams: Teams | undefined; shifts: Shift[] | undefined }

export async function readOwnWork(db: Database, by: Caller, now: Temporal.ZonedDateTime): Promise<OwnWork> {
  const day = (days: number) => now.toPlainDate().add({ days }).toString()
  const days = { from: day(-1), to: day(1), ahead: day(DAYS_AHEAD) }
  const wall = now.toPlainDateTime().toString({ smallestUnit: 'second' })
  const teams = by.may_see_happenings ? await listOwnTeams(db, by.id, days) : undefined
  const shifts = by.is_planned ? await listNextShifts(db, by, wall, MAX_UPCOMING) : undefined
  return { teams: teams && splitNearAndComing(teams, days), shifts: shifts?.map(toShift) }
}

function splitNearAndComing(
  { count, items }: { count: number; items: StoredTeam[] },
  { to }: { to: string },
): Teams {
  const near = items.filter((team) => team.date <= to)
  const coming = near.length < FEW_TEAMS ? items.filter((team) => team.date > to).slice(0, MAX_UPCOMING) : []
  return { count, items: near, coming }
}

export const withIsAhead = (now: Temporal.ZonedDateTime) => (team: StoredTeam) => ({
  ...team,
  is_ahead: isAhead(now, team),
})

function isAhead(now: Temporal.ZonedDateTime, { begins, date }: StoredTeam): boolean {
  if (begins === null) return date > now.toPlainDate().toString()
  return Temporal.PlainDateTime.compare(Temporal.PlainDateTime.from(begins), now.toPlainDateTime()) > 0
}

/** Milliseconds until the next of these teams begins, at most until midnight. */
export const msUntilNextTeamBegins = (now: Temporal.ZonedDateTime, teams: readonly StoredTeam[]) =>
  msUntilNextShiftEnds(
    now,
    teams.filter((team) => isAhead(now, team)).map(({ begins }) => ({ soll_von: begins, soll_bis: null })),
  )

/** Milliseconds until midnight, or until the first of these shifts ends if that is earlier. */
export function msUntilNextShiftEnds(
  now: Temporal.ZonedDateTime,
  shifts: readonly { soll_von: string | null; soll_bis: string | null }[],
) {
  const ends = shifts.flatMap(({ soll_von, soll_bis }) => soll_bis ?? soll_von ?? [])
  const moments = ends.map((end) =>
    msUntil(now, Temporal.PlainDateTime.from(end).toZonedDateTime(now.timeZoneId)),
  )
  return Math.min(msUntilMidnight(now), ...moments)
}
