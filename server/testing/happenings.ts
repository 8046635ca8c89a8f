// Inserts a happening for tests, as a sync would.
import type { HappeningStatus } from '#contract/happenings.ts'
import { minutesBetween } from '#contract/time/work-time.ts'
import type { Database } from '#server/db/connect.ts'

type PlannedRow = {
  name: string
  soll?: [von: string, bis: string]
  personalnummer?: string
  funktion?: string
  aufgabe?: string
  status?: string
}
let lastNumber = 0
const uniqueId = (kind: string) => `test-${kind}-${process.pid}-${++lastNumber}`

/** `entries`: `name` is the last name of the person, `soll` the planned times as `YYYY-MM-DDTHH:MM`. */
export async function insertHappening(
  db: Database,
  {
    name = 'Herbstfest',
    type = 'Firmenfeier',
    ort = '',
    date = '2026-11-21',
    status = 'Aktiv' as HappeningStatus,
    part = 'Bühne',
    recorders = [] as number[],
    entries = [] as PlannedRow[],
  },
) {
  const happening = await db
    .insertInto('happenings')
    .values({ planner_id: uniqueId('happening'), name, type, ort, date, status })
    .returning('id')
    .executeTakeFirstOrThrow()
  const sub = await db
    .insertInto('subhappenings')
    .values({ happening_id: happening.id, planner_id: uniqueId('part'), name: part })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const user_id of recorders)
    await db.insertInto('subhappening_users').values({ subhappening_id: sub.id, user_id }).execute()
  const entryIds: number[] = []
  for (const planned of entries) {
    const { id } = await db
      .insertInto('time_entries')
      .values(entryOf(sub.id, planned))
      .returning('id')
      .executeTakeFirstOrThrow()
    entryIds.push(id)
  }
  const path = `/happenings/${happening.id}/subhappenings/${sub.id}`
  return { id: happening.id, sub: sub.id, entries: entryIds, path, times: `${path}/time/` }
}

const entryOf = (
  subhappening_id: number,
  { name, soll, personalnummer, funktion, aufgabe, status }: PlannedRow,
) => ({
  subhappening_id,
  planner_id: uniqueId('entry'),
  last_name: name,
  personalnummer: personalnummer ?? null,
  funktion: funktion ?? null,
  aufgabe: aufgabe ?? null,
  status: status ?? null,
  soll_von: soll?.[0] ?? null,
  soll_bis: soll?.[1] ?? null,
  soll_minutes: soll ? minutesBetween(soll[0], soll[1], 'Europe/Berlin') : null,
})
