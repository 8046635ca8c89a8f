// B7: a sync of 20,000 changed entries, against a raw COPY of the same rows. Also counts the rows that a sync
// without changes writes.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Figure } from '#measure/figures.ts'
import { inPairs, timeOf } from '#measure/statistics.ts'
import { generatePeople } from '#planner-simulator/company.ts'
import { happeningsAround } from '#planner-simulator/happenings.ts'
import { startSimulator } from '#planner-simulator/server.ts'
import { syncHappenings } from '#server/happenings/sync/sync-happenings.ts'
import type { PlannedHappening } from '#server/planner/port.ts'
import { testApp } from '#server/testing/app.ts'
import type { Effort } from './product.ts'

const ENTRIES = 20_000
const window = { start_date: '2026-11-21', end_date: '2026-12-04' }

export async function syncHappeningsCost({ pairs }: Effort): Promise<Figure[]> {
  const plans = [season('22'), season('23')].map((happenings) => JSON.stringify({ happenings }))
  let turn = 0
  const simulator = await startSimulator()
  // Prepared answers, so that the planner's own work is not measured.
  simulator.fault = (response) => response.end(plans[turn % 2])
  const world = await testApp({ PLANNER_URL: simulator.url, PLANNER_TOKEN: simulator.token })
  const { kontor } = world
  const folder = mkdtempSync(join(tmpdir(), 'kontor-copy-'))
  try {
    const sync = async (expected: RegExp) => {
      const { result } = await syncHappenings(kontor, window, null)
      if (!expected.test(result)) throw new Error(result)
    }
    await kontor.db.deleteFrom('happenings').execute()
    await sync(/neu/)
    await sql`analyze`.execute(kontor.db)
    const copy = await copyOfEntries(kontor.db, folder)
    const changed = await inPairs(
      pairs,
      async () => {
        turn++
        return timeOf(() => sync(/geändert\.$/))
      },
      copy,
    )
    const before = await written(kontor.db)
    for (let again = 0; again < 3; again++) await sync(/nichts geändert\.$/)
    const rows = (await written(kontor.db)) - before
    const unit = 'ms'
    return [
      { figure: `B7 sync of ${ENTRIES} changed entries`, unit, goal: 5, ...changed },
      { figure: 'B7 rows written when nothing changed', value: rows, unit: 'rows', n: 3, goal: 0 },
    ]
  } finally {
    rmSync(folder, { recursive: true })
    await world[Symbol.asyncDispose]()
    await simulator.stop()
  }
}

/** A plan whose entries all end at this minute, so that two plans differ in every entry. */
function season(minute: string): PlannedHappening[] {
  const happenings = happeningsAround({
    around: window.start_date,
    users: generatePeople(2_000),
    daysBefore: 0,
    daysAfter: 13,
    perDay: 60,
  })
  let left = ENTRIES
  for (const { subhappenings } of happenings)
    for (const sub of subhappenings) {
      sub.entries = sub.entries.slice(0, left)
      left -= sub.entries.length
      for (const entry of sub.entries) entry.soll_bis = `${entry.soll_bis?.slice(0, 14)}${minute}`
    }
  if (left > 0) throw new Error(`${left} entries are missing`)
  return happenings
}

type Db = Awaited<ReturnType<typeof testApp>>['kontor']['db']

/** The baseline: copies the same rows from a file into an empty table with the same definition. */
async function copyOfEntries(db: Db, folder: string): Promise<() => Promise<number>> {
  const columns =
    sql.raw(`id, subhappening_id, planner_id, personalnummer, first_name, last_name, subcontractor, status,
    aufgabe, funktion, soll_von, soll_bis, soll_minutes, ist_von, ist_bis, ist_minutes, revision, submitted`)
  const { rows } = await sql<{ line: string }>`select concat_ws(chr(9), id, subhappening_id, planner_id,
    coalesce(personalnummer, '\\N'), first_name, last_name, coalesce(subcontractor, '\\N'), status, aufgabe, funktion,
    soll_von, soll_bis, coalesce(soll_minutes::text, '\\N'), coalesce(ist_von::text, '\\N'), coalesce(ist_bis::text, '\\N'),
    coalesce(ist_minutes::text, '\\N'), revision, submitted) as line
    from time_entries where planner_id like 'V%'`.execute(db)
  const file = join(folder, 'entries')
  writeFileSync(file, rows.map(({ line }) => `${line}\n`).join(''))
  // PostgreSQL may run under another account.
  chmodSync(folder, 0o711)
  chmodSync(file, 0o644)
  await sql`create table entries_copy (like time_entries including all)`.execute(db)
  return async () => {
    await sql`truncate entries_copy`.execute(db)
    return timeOf(() => sql`copy entries_copy (${columns}) from ${sql.lit(file)}`.execute(db))
  }
}

/** Rows of happenings that have been inserted, updated or deleted since the start. */
async function written(db: Db): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql<{ count: number }>`
    select sum(n_tup_ins + n_tup_upd + n_tup_del)::int as count from pg_stat_user_tables
    where relname in ('happenings', 'subhappenings', 'time_entries', 'time_history')`.execute(db)
  return rows[0]?.count ?? 0
}
