import { sql } from 'kysely'
import type { HappeningStatus } from '#contract/happenings.ts'
import type { ListQuery } from '#contract/shapes.ts'
import { type statusFilters, UNSENT } from '#contract/words/happenings.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { german, inLife, matching, pageOf } from '#server/lists/list-store.ts'
import { aboutAllTimes, aboutHappenings, aboutStatuses } from '#server/live/facts.ts'
import { isAwaited } from './awaited-store.ts'
import { happeningsIn, maySeeHappening, nameOf, openOf, type Sight, type Viewer } from './may-see-store.ts'

const order = {
  name: german('happenings.name'),
  type: german('happenings.type'),
  date: sql`happenings.date`,
  status: inLife('happenings.status'),
}
const shown = [
  'happenings.id',
  'happenings.name',
  'happenings.type',
  'happenings.date',
  'happenings.status',
] as const

export type Asked = ListQuery & {
  status: (typeof statusFilters)[number] | undefined
  type: string | undefined
  date_start: string | undefined
  date_end: string | undefined
  /** Up to when „Zu senden“ looks. */
  today?: string | undefined
}

/** What may change which happenings a list has. */
export const factsOfList = (status: Asked['status']) =>
  status === UNSENT ? [aboutHappenings, aboutStatuses, aboutAllTimes] : [aboutHappenings, aboutStatuses]

export async function listHappenings(
  { db, totals }: Pick<Kontor, 'db' | 'totals'>,
  sight: Sight,
  { filter, status, type, date_start, date_end, today, ...asked }: Asked,
) {
  const query = db
    .selectFrom('happenings')
    .where(happeningsIn(sight))
    .where(matching(filter, sql`happenings.search`))
    .$if(status === UNSENT, (query) => query.where(isUnsent(sight, today)))
    .$if(status !== undefined && status !== UNSENT, (query) =>
      query.where('happenings.status', '=', status as HappeningStatus),
    )
    .$if(type !== undefined, (query) => query.where('happenings.type', '=', type as string))
    .$if(date_start !== undefined, (query) => query.where('happenings.date', '>=', date_start as string))
    .$if(date_end !== undefined, (query) => query.where('happenings.date', '<=', date_end as string))
    .select(shown)
  const key = `happenings ${JSON.stringify([nameOf(sight), filter, status, type, date_start, date_end, today])}`
  const total = totals.entry(key, factsOfList(status))
  const way = { order, id: 'happenings.id', first: '+date' }
  const page = await pageOf(query, asked, { ...way, total })
  if (page.pages > 0 || typeof sight === 'string') return page
  // Nothing is found, or nothing that they record is open and so they see no happenings at all: told by one look.
  const look = await db
    .selectNoFrom([
      sql<boolean>`exists (${query})`.as('found'),
      sql<boolean>`exists (${openOf(db, sight)})`.as('open'),
    ])
    .executeTakeFirstOrThrow()
  if (!look.open) throw refuse('forbidden')
  return look.found ? pageOf(query, asked, way) : page
}

/** It has begun, and somebody's time that is awaited has not been sent, of the parts that are seen. */
const isUnsent = (sight: Sight, today: string | undefined) => sql<boolean>`happenings.status = 'Aktiv'
  and happenings.date <= ${today}::date and exists (
  select from subhappenings join time_entries on time_entries.subhappening_id = subhappenings.id
  where subhappenings.happening_id = happenings.id and not submitted and ${isAwaited}
    and ${typeof sight === 'string' ? sql`true` : sql`subhappenings.id = any(${sight.parts}::int[])`})`

/** Whoever may see it. */
export async function findHappening(db: Database, id: number) {
  const happening = await db
    .selectFrom('happenings')
    .where('happenings.id', '=', id)
    .select(shown)
    .executeTakeFirst()
  if (!happening) throw refuse('not_found')
  return happening
}

export async function getHappening(db: Database, viewer: Viewer, id: number) {
  const happening = await db
    .selectFrom('happenings')
    .where('happenings.id', '=', id)
    .where(maySeeHappening(viewer))
    .select(shown)
    .executeTakeFirst()
  if (!happening) throw refuse('not_found')
  return happening
}

export async function listTypes(db: Database, viewer: Viewer): Promise<string[]> {
  const rows = await db
    .selectFrom('happenings')
    .where(maySeeHappening(viewer))
    .where('type', '<>', '')
    .select('type')
    .groupBy('type')
    .orderBy(german('type'))
    .limit(500)
    .execute()
  return rows.map(({ type }) => type)
}

/** Held until the commit, in one order for everybody: two changes of many cannot wait for each other. */
export async function lockHappeningsForUpdate(tx: Tx, ids: number[]) {
  return tx
    .selectFrom('happenings')
    .where('id', '=', sql<number>`any(${ids}::int[])`)
    .select(['id', 'name', 'status'])
    .orderBy('id')
    .forUpdate()
    .execute()
}

export async function setStatus(tx: Tx, ids: number[], status: HappeningStatus) {
  await tx
    .updateTable('happenings')
    .set({ status })
    .where('id', '=', sql<number>`any(${ids}::int[])`)
    .where('status', '<>', status)
    .execute()
}

/** Everybody whose view hangs on one of these happenings. */
export async function listRecorderIds(tx: Tx, happeningIds: number[]): Promise<number[]> {
  const rows = await tx
    .selectFrom('subhappening_users')
    .innerJoin('subhappenings', 'subhappenings.id', 'subhappening_users.subhappening_id')
    .where('subhappenings.happening_id', '=', sql<number>`any(${happeningIds}::int[])`)
    .select('subhappening_users.user_id')
    .distinct()
    .execute()
  return rows.map(({ user_id }) => user_id)
}
