// Teams whose times the caller records, and their next shifts.
import type { Shift } from '#contract/shifts.ts'
import { msUntil, msUntilMidnight } from '#contract/time/day-end.ts'
import type { Caller } from '#server/caller.ts'
import type { Database } from '#server/db/connect.ts'
import { shownShift } from '#server/shifts/read-shifts.ts'
import { listNextShifts } from '#server/shifts/store.ts'
import { type KnownTeam, listOwnTeams } from './store.ts'

/** Upper bounds of shifts, and of teams of later days. */
const NEXT = 3
/** Teams after tomorrow are shown only if there are fewer nearer ones than this. */
const FEW = 4
const DAYS_AHEAD = 14

type Teams = { count: number; items: KnownTeam[]; coming: KnownTeam[] }
type Work = { teams: Teams | undefined; shifts: Shift[] | undefined }

export async function ownWork(db: Database, by: Caller, now: Temporal.ZonedDateTime): Promise<Work> {
  const day = (days: number) => now.toPlainDate().add({ days }).toString()
  const days = { from: day(-1), to: day(1), ahead: day(DAYS_AHEAD) }
  const wall = now.toPlainDateTime().toString({ smallestUnit: 'second' })
  const teams = by.may_see_happenings ? await listOwnTeams(db, by.id, days) : undefined
  const shifts = by.is_planned ? await listNextShifts(db, by, wall, NEXT) : undefined
  return { teams: teams && nearAndComing(teams, days), shifts: shifts?.map(shownShift) }
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

/** Milliseconds until the next of these teams begins, at most until midnight. */
export const msUntilFirst = (now: Temporal.ZonedDateTime, teams: readonly KnownTeam[]) =>
  msUntilNext(
    now,
    teams.filter((team) => isAhead(now, team)).map(({ begins }) => ({ soll_von: begins, soll_bis: null })),
  )

/** Milliseconds until midnight, or until the first of these shifts ends if that is earlier. */
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
