import type { Shift, Shifts } from '#contract/shifts.ts'
import { isCancelled } from '#contract/time/cancelled.ts'
import type { Caller } from '#server/caller.ts'
import { viewer } from '#server/happenings/read-happenings.ts'
import { invalid, refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { findFeedSince } from './feed-store.ts'
import { listShifts, type ShiftRow } from './store.ts'

const WEEKS = 4

/** The caller's own shifts of four weeks. */
export async function readShifts(kontor: Kontor, by: Caller, asked: string): Promise<Shifts> {
  requirePlanned(by)
  const today = Temporal.Now.plainDateISO(kontor.config.timeZone)
  const start = mondayOf(asked === '' ? today : dayOf(asked))
  const end = start.add({ days: 7 * WEEKS - 1 })
  const window = { start: start.toString(), end: end.toString() }
  const [rows, since] = await Promise.all([
    listShifts(kontor.db, viewer(kontor, by), window),
    findFeedSince(kontor.db, by.id),
  ])
  return {
    ...window,
    today: today.toString(),
    items: rows.map(shownShift),
    feed_since: since?.toISOString() ?? null,
  }
}

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

const toMinute = (moment: string | null) => moment?.slice(0, 16) ?? null
const mondayOf = (day: Temporal.PlainDate) => day.subtract({ days: day.dayOfWeek - 1 })

function dayOf(value: string): Temporal.PlainDate {
  try {
    return Temporal.PlainDate.from(value)
  } catch {
    throw invalid(['query', 'start'], 'Dieses Datum gibt es nicht.')
  }
}
