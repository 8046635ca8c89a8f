import type { Recorder } from '#contract/parts.ts'
import type { Shift, Shifts } from '#contract/shifts.ts'
import { isCancelled } from '#contract/time/cancelled.ts'
import { msUntilMidnight } from '#contract/time/day-end.ts'
import { toMinute } from '#contract/time/work-time.ts'
import type { Caller } from '#server/caller.ts'
import { inSnapshot } from '#server/db/connect.ts'
import { listRecorders } from '#server/happenings/subhappenings-store.ts'
import { refuse, refuseInvalid } from '#server/http/errors.ts'
import { noSuchDay, parseDay } from '#server/http/input/day-in.ts'
import type { Serialisable } from '#server/http/serve.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutAssignments, aboutHappenings } from '#server/live/facts.ts'
import { getUser } from '#server/users/store.ts'
import { getAdjacentDays, listShifts, listTeamsOf, type OwnShift } from './store.ts'

const WINDOW_WEEKS = 4

type ShiftsQuery = { start: string; expiresIn: (ms: number) => void }

/** The caller's own shifts of four weeks. */
export async function readShifts(
  kontor: Kontor,
  by: Caller,
  { start: asked, expiresIn }: ShiftsQuery,
): Promise<Serialisable<Shifts>> {
  requirePlanned(by)
  const now = Temporal.Now.zonedDateTimeISO(kontor.config.timeZone)
  const today = now.toPlainDate()
  const window = windowFrom(mondayOf(asked === '' ? today : parseDay(asked, START_PATH)))
  expiresIn(msUntilMidnight(now))
  return inSnapshot(kontor.db, async (tx) => {
    const found = await listShifts(tx, by, window)
    const around = await getAdjacentDays(tx, by.id, window)
    const recorders = await listRecorders(
      tx,
      found.map(({ subhappening_id }) => subhappening_id),
    )
    const items = found.map((row) => ({
      ...toShift(row),
      recorders: (recorders.get(row.subhappening_id) ?? []).map(toNamedRecorder),
    }))
    return { ...window, today: today.toString(), items, ...around }
  })
}

/** Facts that shifts depend on: times, the status of happenings, and memberships, which link a shift to a room. */
export const factsOfShifts = [aboutHappenings, aboutAssignments]

const toNamedRecorder = ({ id, username, persplan_vorname, persplan_nachname }: Recorder) => ({
  id,
  display_name: [persplan_vorname, persplan_nachname].filter(Boolean).join(' ') || username,
})

/** People unknown to the planner have no shifts, and do not learn that others have. */
export function requirePlanned({ is_planned }: Pick<Caller, 'is_planned'>) {
  if (!is_planned) throw refuse('not_found')
}

export function toShift({
  status,
  soll_minutes,
  ist_minutes,
  may_open,
  soll_von,
  soll_bis,
  ist_von,
  ist_bis,
  ...row
}: OwnShift): Shift {
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

/** First and last day of the weeks that begin on this Monday. */
function windowFrom(start: Temporal.PlainDate) {
  const end = start.add({ days: 7 * WINDOW_WEEKS - 1 })
  // Temporal writes later years with a sign and six digits.
  if (end.year > 9999) throw refuseInvalid(START_PATH, noSuchDay)
  return { start: start.toString(), end: end.toString() }
}
const START_PATH = ['query', 'start']

/** The teams of one person, for administrators, who see all of them. */
export async function readTeamsOf({ db }: Kontor, userId: number, asked: Parameters<typeof listTeamsOf>[2]) {
  await getUser(db, userId)
  return listTeamsOf(db, userId, asked)
}
