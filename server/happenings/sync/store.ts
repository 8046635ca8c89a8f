// Reads what a sync compares with, and locks what it may write.
import { sql } from 'kysely'
import { entryTexts } from '#contract/words/entry-texts.ts'
import { happeningTexts } from '#contract/words/happening-texts.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import type { PlannedHappening } from '#server/planner/port.ts'
import type { Diff } from './diff.ts'
import type { Known, KnownEntry, KnownHappening, KnownSub } from './known.ts'
import type { Window } from './window.ts'

/** One sync at a time, on whichever node. */
export async function lockSyncForUpdate(tx: Tx) {
  await sql`select pg_advisory_xact_lock(hashtextextended('happening sync', 0))`.execute(tx)
}

type Scope = { window: Window; planned: readonly PlannedHappening[] }

/**
 * Ours of the window, and whatever else the planner names. A preview takes every Entwurf for writable; a sync holds the
 * drafts first, so that nobody changes their status or recorders between this look and the commit.
 */
export async function readKnown(db: Database, asked: Scope, { hold }: { hold: boolean }): Promise<Known> {
  const held = hold ? await holdDrafts(db, asked) : undefined
  const happenings = await listHappenings(db, asked)
  const known = await withContent(db, happenings)
  const elsewhere = await listElsewhere(db, known, asked.planned)
  if (elsewhere.length > 0) {
    if (held) for (const id of await tryToHold(db, elsewhere)) held.add(id)
    const more = await withContent(db, await listHappeningsById(db, elsewhere))
    known.happenings.push(...more.happenings)
    known.subs.push(...more.subs)
    known.entries.push(...more.entries)
  }
  if (held) for (const happening of known.happenings) happening.isDraft &&= held.has(happening.id)
  return known
}

const columns = ['id', 'planner_id', 'name', 'date', 'status', ...happeningTexts] as const
const isDraft = sql<boolean>`status = 'Entwurf'`

const isAsked = ({ window, planned }: Scope) => sql<boolean>`happenings.id in (
  select id from happenings where date between ${window.start_date}::date and ${window.end_date}::date
  union select id from happenings where planner_id = any(${planned.map(({ id }) => id)}::text[]))`

async function holdDrafts(db: Database, asked: Scope): Promise<Set<number>> {
  const rows = await db
    .selectFrom('happenings')
    .where(isAsked(asked))
    .where('status', '=', 'Entwurf')
    .select('id')
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Out of the usual order: whatever somebody else holds is left alone, so that nobody waits for each other. */
async function tryToHold(db: Database, ids: number[]): Promise<number[]> {
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

const listHappenings = (db: Database, asked: Scope): Promise<KnownHappening[]> =>
  db
    .selectFrom('happenings')
    .where(isAsked(asked))
    .select([...columns, isDraft.as('isDraft')])
    .orderBy('date')
    .orderBy('id')
    .execute()

const listHappeningsById = (db: Database, ids: number[]): Promise<KnownHappening[]> =>
  db
    .selectFrom('happenings')
    .where('id', '=', sql<number>`any(${ids}::int[])`)
    .select([...columns, isDraft.as('isDraft')])
    .orderBy('id')
    .execute()

async function withContent(db: Database, happenings: KnownHappening[]): Promise<Known> {
  const subs: KnownSub[] = await db
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
  const entries: KnownEntry[] = await db
    .selectFrom('time_entries')
    .where('subhappening_id', '=', sql<number>`any(${subs.map(({ id }) => id)}::int[])`)
    .select([
      ...(['id', 'subhappening_id', 'planner_id'] as const),
      ...entryTexts,
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

/** Happenings of ours in which the planner's sub-happenings and entries stand that are not where it has them. */
async function listElsewhere(
  db: Database,
  known: Known,
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

/** Locks what is to be removed with all its parts and entries, so that nobody adds to it any more. */
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
