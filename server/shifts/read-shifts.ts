import type { Shift, Shifts } from '#contract/shifts.ts'
import { isCancelled } from '#contract/time/cancelled.ts'
import { msUntilMidnight } from '#contract/time/day-end.ts'
import { toMinute } from '#contract/time/work-time.ts'
import type { Caller } from '#server/caller.ts'
import { parts } from '#server/happenings/pieces.ts'
import type { Part } from '#server/happenings/pieces-store.ts'
import { viewer } from '#server/happenings/read-happenings.ts'
import { invalid, refuse } from '#server/http/errors.ts'
import { dayIn, noSuchDay } from '#server/http/input/day-in.ts'
import type { Kontor } from '#server/kontor.ts'
import {
  aboutAssignments,
  aboutHappenings,
  aboutRecorders,
  aboutStatus,
  aboutTimes,
  aboutUser,
  aboutUsers,
} from '#server/live/facts.ts'
import { findUser } from '#server/users/store.ts'
import { findFeedSince } from './feed-store.ts'
import { listShifts, listTeamsOf, type ShiftRow } from './store.ts'

const WEEKS = 4

type FoundShifts = Awaited<ReturnType<typeof listShifts>>

type Asked = {
  start: string
  lasts: (ms: number) => void
}

/** The caller's own shifts of four weeks, kept until one of them changes or the day is over. */
export async function readShifts(
  kontor: Kontor,
  by: Caller,
  { start: asked, lasts }: Asked,
): Promise<Shifts> {
  requirePlanned(by)
  const { lists, config } = kontor
  const now = Temporal.Now.zonedDateTimeISO(config.timeZone)
  const today = now.toPlainDate()
  const window = windowFrom(mondayOf(asked === '' ? today : dayIn(asked, START)))
  const key = `shifts ${by.id} ${today.toString()} ${window.start}`
  lasts(msUntilMidnight(now))
  const { shifts } = await lists.compose<Composed>({
    key,
    facts: [aboutUser(by.id), ...factsOfShifts, aboutUsers],
    more: ({ shifts: { items }, of }) => [
      ...restsOn(items, of),
      ...items.map(({ happening_id }) => aboutRecorders(happening_id)),
    ],
    compose: async () => {
      const [{ earlier, later, found, of, teams }, since] = await Promise.all([
        shiftsAndTeams(kontor, by, window),
        lists.read({
          key: `feed of ${by.id}`,
          facts: [aboutUser(by.id)],
          read: async (db) => (await findFeedSince(db, by.id))?.toISOString() ?? null,
        }),
      ])
      const items = found.map(({ records: _records, ...row }) => ({
        ...shownShift(row),
        recorders: recordersOf(row, teams),
      }))
      const shifts = { ...window, today: today.toString(), items, earlier, later, feed_since: since }
      return { shifts, of }
    },
  })
  return shifts
}

/** Who records is read with the parts, and with the shifts whether that is the caller: both are of one moment. */
function shiftsAndTeams(kontor: Kontor, by: Caller, window: { start: string; end: string }) {
  const { lists } = kontor
  const key = `shifts of ${by.id} from ${window.start}`
  const idsOf = ({ found }: FoundShifts) => found.map(({ happening_id }) => happening_id)
  return lists.ofOneMoment({
    read: async () => {
      const shifts = await lists.read({
        key,
        facts: [aboutUser(by.id), ...factsOfShifts],
        more: ({ found, of }: FoundShifts) => restsOn(found, of),
        read: (db) => listShifts(db, viewer(kontor, by), window),
      })
      return { ...shifts, teams: await lists.each(parts, idsOf(shifts)) }
    },
    fits: ({ found, teams }) =>
      found.every((row) => row.records === recordersOf(row, teams).some(({ id }) => id === by.id)),
    keys: (made) => [key, ...idsOf(made).map(parts.keyOf)],
  })
}

type Composed = { shifts: Shifts; of: readonly number[] }

/** Beside whose they are, the times themselves and the status of few happenings; the rooms of their groups with them. */
export const factsOfShifts = [aboutHappenings, aboutAssignments]
export const restsOn = (shifts: readonly { subhappening_id: number }[], happeningIds: readonly number[]) => [
  ...timesOf(shifts),
  ...happeningIds.map(aboutStatus),
]
export const timesOf = (shifts: readonly { subhappening_id: number }[]) =>
  shifts.map(({ subhappening_id }) => aboutTimes(subhappening_id))

const recordersOf = (
  { happening_id, subhappening_id }: Pick<Shift, 'happening_id' | 'subhappening_id'>,
  teams: ReadonlyMap<number, readonly Part[]>,
) =>
  (teams.get(happening_id)?.find(({ id }) => id === subhappening_id)?.recorders ?? []).map(
    ({ id, username, persplan_vorname, persplan_nachname }) => ({
      id,
      display_name: [persplan_vorname, persplan_nachname].filter(Boolean).join(' ') || username,
    }),
  )

/** Whom the planner does not know has no shifts, and nothing tells them that others have. */
export function requirePlanned({ is_planned }: Pick<Caller, 'is_planned'>) {
  if (!is_planned) throw refuse('not_found')
}

export function shownShift({
  status,
  soll_minutes,
  ist_minutes,
  may_open,
  soll_von,
  soll_bis,
  ist_von,
  ist_bis,
  ...row
}: ShiftRow & { may_open: boolean; room_id: number | null }): Shift {
  return {
    ...row,
    cancelled: isCancelled({ status }),
    soll_von: toMinute(soll_von),
    soll_bis: toMinute(soll_bis),
    soll_duration: soll_minutes ?? 0,
    ist_von: toMinute(ist_von),
    ist_bis: toMinute(ist_bis),
    ist_duration: ist_minutes ?? 0,
    can: { open: may_open },
  }
}

const mondayOf = (day: Temporal.PlainDate) => day.subtract({ days: day.dayOfWeek - 1 })

/** The first and the last day of the weeks that begin on that Monday. */
function windowFrom(start: Temporal.PlainDate) {
  const end = start.add({ days: 7 * WEEKS - 1 })
  // Beyond it days are written otherwise.
  if (end.year > 9999) throw invalid(START, noSuchDay)
  return { start: start.toString(), end: end.toString() }
}
const START = ['query', 'start']

/** The teams of one person, for administrators, who see all of them. */
export async function readTeamsOf({ db }: Kontor, userId: number, asked: Parameters<typeof listTeamsOf>[2]) {
  const [user, teams] = await Promise.all([findUser(db, userId), listTeamsOf(db, userId, asked)])
  if (!user) throw refuse('not_found')
  return teams
}
