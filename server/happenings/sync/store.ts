// SQL of the sync of happenings: reads what it compares with, locks what it may write, and writes a diff.
import { type RawBuilder, sql } from 'kysely'
import { isCancelled } from '#contract/time/cancelled.ts'
import { minutesBetween } from '#contract/time/work-time.ts'
import { happeningTextFields } from '#contract/words/happening-texts.ts'
import { identifyingTextFields, plannerTextFields } from '#contract/words/planner-texts.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import type { PlannedEntry, PlannedHappening } from '#server/planner/port.ts'
import { inBatches } from '#server/planner/sync.ts'
import type { Diff } from './diff.ts'
import type { StoredEntry, StoredHappening, StoredState, StoredSubhappening } from './known.ts'
import type { SyncWindow } from './window.ts'

/** Waits until no other sync of happenings runs on any node. Held until the commit. */
export async function lockSyncForUpdate(tx: Tx) {
  await sql`select pg_advisory_xact_lock(hashtextextended('happening sync', 0))`.execute(tx)
}

type SyncScope = { window: SyncWindow; planned: readonly PlannedHappening[] }

/**
 * Stored happenings of the window, and others that the planner's data refers to. A preview treats every Entwurf
 * as writable. A sync (`hold`) locks the drafts first, so that nobody changes their status or recorders before
 * the commit.
 */
export async function readStoredState(
  db: Database,
  asked: SyncScope,
  { hold }: { hold: boolean },
): Promise<StoredState> {
  const held = hold ? await lockDraftsForUpdate(db, asked) : undefined
  const happenings = await listHappenings(db, asked)
  const known = await readWithContent(db, happenings)
  const elsewhere = await listOtherHappeningIds(db, known, asked.planned)
  if (elsewhere.length > 0) {
    if (held) for (const id of await tryLockDraftsForUpdate(db, elsewhere)) held.add(id)
    const more = await readWithContent(db, await listHappeningsById(db, elsewhere))
    known.happenings.push(...more.happenings)
    known.subs.push(...more.subs)
    known.entries.push(...more.entries)
  }
  if (held) for (const happening of known.happenings) happening.isDraft &&= held.has(happening.id)
  return known
}

const columns = ['id', 'planner_id', 'name', 'date', 'status', ...happeningTextFields] as const
const isDraftCondition = sql<boolean>`status = 'Entwurf'`

const isInScopeCondition = ({ window, planned }: SyncScope) => sql<boolean>`happenings.id in (
  select id from happenings where date between ${window.start_date}::date and ${window.end_date}::date
  union select id from happenings where planner_id = any(${planned.map(({ id }) => id)}::text[]))`

async function lockDraftsForUpdate(db: Database, asked: SyncScope): Promise<Set<number>> {
  const rows = await db
    .selectFrom('happenings')
    .where(isInScopeCondition(asked))
    .where('status', '=', 'Entwurf')
    .select('id')
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Skips rows that are locked by others: waiting for them out of the usual order could deadlock. */
async function tryLockDraftsForUpdate(db: Database, ids: number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('happenings')
    .where('id', '=', sql<number>`any(${ids}::int[])`)
    .where('status', '=', 'Entwurf')
    .select('id')
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map(({ id }) => id)
}

const listHappenings = (db: Database, asked: SyncScope): Promise<StoredHappening[]> =>
  db
    .selectFrom('happenings')
    .where(isInScopeCondition(asked))
    .select([...columns, isDraftCondition.as('isDraft')])
    .orderBy('date')
    .orderBy('id')
    .execute()

const listHappeningsById = (db: Database, ids: number[]): Promise<StoredHappening[]> =>
  db
    .selectFrom('happenings')
    .where('id', '=', sql<number>`any(${ids}::int[])`)
    .select([...columns, isDraftCondition.as('isDraft')])
    .orderBy('id')
    .execute()

async function readWithContent(db: Database, happenings: StoredHappening[]): Promise<StoredState> {
  const subs: StoredSubhappening[] = await db
    .selectFrom('subhappenings')
    .where('happening_id', '=', sql<number>`any(${happenings.map(({ id }) => id)}::int[])`)
    .select([
      'id',
      'happening_id',
      'planner_id',
      'name',
      sql<boolean>`exists (select from subhappening_users where subhappening_id = subhappenings.id)`.as(
        'hasRecorders',
      ),
    ])
    .execute()
  const entries: StoredEntry[] = await db
    .selectFrom('time_entries')
    .where('subhappening_id', '=', sql<number>`any(${subs.map(({ id }) => id)}::int[])`)
    .select([
      ...(['id', 'subhappening_id', 'planner_id'] as const),
      ...plannerTextFields,
      ...([
        'soll_von',
        'soll_bis',
        'ist_von',
        'ist_bis',
        'soll_pause',
        'revision',
        'submitted',
        'booked',
      ] as const),
      'unplanned as isUnplanned',
      sql<boolean>`former_user_id is not null`.as('isFormer'),
    ])
    .execute()
  return { happenings, subs, entries }
}

/** Ids of stored happenings outside of `known` that contain sub-happenings or entries of `planned`. */
async function listOtherHappeningIds(
  db: Database,
  known: StoredState,
  planned: readonly PlannedHappening[],
): Promise<number[]> {
  const subs = new Set(known.subs.map(({ planner_id }) => planner_id))
  const entries = new Set(known.entries.map(({ planner_id }) => planner_id))
  const plannedSubs = planned.flatMap(({ subhappenings }) => subhappenings)
  const otherSubs = plannedSubs.map(({ id }) => id).filter((id) => !subs.has(id))
  const otherEntries = plannedSubs
    .flatMap((sub) => sub.entries.map(({ id }) => id))
    .filter((id) => !entries.has(id))
  if (otherSubs.length + otherEntries.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    select happening_id as id from subhappenings where planner_id = any(${otherSubs}::text[])
    union select happening_id from time_entries join subhappenings on subhappenings.id = subhappening_id
      where time_entries.planner_id = any(${otherEntries}::text[])`.execute(db)
  const here = new Set(known.happenings.map(({ id }) => id))
  return rows.map(({ id }) => id).filter((id) => !here.has(id))
}

/**
 * Locks everything to be removed, parts and entries included, so that nobody adds recorders or times to it
 * meanwhile.
 */
export async function lockRemovedForUpdate(tx: Tx, { removed, inactivated, rows }: Diff) {
  const happenings = [...removed, ...inactivated].map(({ id }) => id)
  await sql`select id from subhappenings
    where happening_id = any(${happenings}::int[]) or id = any(${rows.goneSubs}::int[])
    order by id for update`.execute(tx)
  await sql`select id from time_entries
    where id = any(${rows.goneEntries}::int[]) or subhappening_id in (
      select id from subhappenings where happening_id = any(${happenings}::int[]) or id = any(${rows.goneSubs}::int[]))
    order by id for update`.execute(tx)
}

/**
 * Writes the rows of a diff, one statement per kind of change. New and moved rows come first: a moved row must
 * leave its old parent before that parent is deleted.
 */
export async function writeDiff(tx: Tx, { added, removed, inactivated, rows }: Diff, zone: string) {
  const lengthOf = createDurationCache(zone)
  const happenings = [...added, ...rows.happenings]
  for (const some of inBatches(happenings))
    await upsertHappenings(
      tx,
      some.map(({ subhappenings: _content, ...happening }) => happening),
    )
  const subs = [...rows.newSubs, ...rows.subs].map(({ into, sub: { id, name } }) => ({ into, id, name }))
  for (const some of inBatches(subs)) await upsertSubhappenings(tx, some)
  const fields = ({ into, entry }: { into: string; entry: PlannedEntry }) => ({
    ...entry,
    into,
    soll_minutes: isCancelled(entry) ? null : lengthOf(entry.soll_von, entry.soll_bis),
    ist_minutes: lengthOf(entry.ist_von, entry.ist_bis),
  })
  for (const some of inBatches(rows.newEntries.map(fields))) await insertEntries(tx, some)
  for (const some of inBatches(rows.entries.map(fields))) await updateEntries(tx, some)

  await deleteByIds(tx, 'time_entries', rows.goneEntries)
  await deleteByIds(tx, 'subhappenings', rows.goneSubs)
  await deleteByIds(tx, 'happenings', idsOf(removed))
  await tx
    .updateTable('happenings')
    .set({ status: 'Inaktiv' })
    .where('id', '=', sql<number>`any(${idsOf(inactivated)}::int[])`)
    .execute()
}

const idsOf = (all: { id: number }[]) => all.map(({ id }) => id)

const toSqlJson = (rows: object[]): RawBuilder<unknown> => sql`${JSON.stringify(rows)}::json`

const happeningColumns = ['name', 'date', ...happeningTextFields]

async function upsertHappenings(tx: Tx, happenings: object[]) {
  const listed = sql.join(happeningColumns.map((column) => sql.ref(column)))
  const textColumnDefinitions = sql.join(happeningTextFields.map((text) => sql`${sql.ref(text)} text`))
  await sql`insert into happenings (planner_id, ${listed})
    select id, ${listed}
    from json_to_recordset(${toSqlJson(happenings)}) as t (id text, name text, date date, ${textColumnDefinitions})
    on conflict (planner_id) do update
    set ${sql.join(happeningColumns.map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`))}`.execute(
    tx,
  )
}

async function upsertSubhappenings(tx: Tx, subs: object[]) {
  await sql`insert into subhappenings (happening_id, planner_id, name)
    select happenings.id, t.id, t.name from json_to_recordset(${toSqlJson(subs)}) as t (id text, "into" text, name text)
      join happenings on happenings.planner_id = t."into"
    on conflict (planner_id) do update set happening_id = excluded.happening_id, name = excluded.name`.execute(
    tx,
  )
}

const entryColumns = [
  ...plannerTextFields,
  ...(['soll_von', 'soll_bis', 'soll_minutes', 'soll_pause', 'ist_von', 'ist_bis', 'ist_minutes'] as const),
]
const entryColumnList = sql.join(entryColumns.map((column) => sql.ref(column)))
const texts = sql.join(plannerTextFields.map((text) => sql`${sql.ref(text)} text`))
const entryRecordType = sql`(id text, "into" text, ${texts}, soll_von timestamp, soll_bis timestamp, soll_minutes integer, soll_pause integer,
  ist_von timestamp, ist_bis timestamp, ist_minutes integer)`

async function insertEntries(tx: Tx, entries: object[]) {
  await sql`insert into time_entries (subhappening_id, planner_id, ${entryColumnList})
    select subhappenings.id, t.id, ${entryColumnList}
    from json_to_recordset(${toSqlJson(entries)}) as t ${entryRecordType}
      join subhappenings on subhappenings.planner_id = t."into"`.execute(tx)
}

/**
 * Actual times of the planner are imported only as long as none were entered or sent here. Names of anonymised
 * people are not imported again.
 */
async function updateEntries(tx: Tx, entries: object[]) {
  const isLocal = sql`(revision > 0 or submitted or booked)`
  const isFormer = sql`former_user_id is not null`
  const next = (column: (typeof entryColumns)[number]) => {
    const [own, planned] = [sql.ref(`time_entries.${column}`), sql.ref(`t.${column}`)]
    if (column.startsWith('ist_')) return sql`case when ${isLocal} then ${own} else ${planned} end`
    return identifyingTextFields.has(column)
      ? sql`case when ${isFormer} then ${own} else ${planned} end`
      : planned
  }
  await sql`update time_entries set
      subhappening_id = subhappenings.id,
      imports = imports + (not ${isLocal} and (time_entries.ist_von, time_entries.ist_bis) is distinct from (t.ist_von, t.ist_bis))::int,
      ${sql.join(entryColumns.map((column) => sql`${sql.ref(column)} = ${next(column)}`))}
    from json_to_recordset(${toSqlJson(entries)}) as t ${entryRecordType}
      join subhappenings on subhappenings.planner_id = t."into"
    where time_entries.planner_id = t.id`.execute(tx)
}

async function deleteByIds(tx: Tx, table: 'time_entries' | 'subhappenings' | 'happenings', ids: number[]) {
  if (ids.length > 0) await tx.deleteFrom(table).where('id', '=', sql<number>`any(${ids}::int[])`).execute()
}

/** Whole minutes between two local times. Cached, because many entries have the same start and end. */
function createDurationCache(zone: string) {
  const known = new Map<string, number>()
  return (von: string | null, bis: string | null): number | null => {
    if (von === null || bis === null) return null
    const key = von + bis
    // Can be negative if a planned time lies in the hour that the clocks skip in spring.
    const minutes = known.get(key) ?? Math.max(0, minutesBetween(von, bis, zone))
    known.set(key, minutes)
    return minutes
  }
}
