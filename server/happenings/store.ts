// Happenings. The list is filtered by words, status, type and day, in five orders. The index of each order contains
// status, type and day too, so that rows that do not match are skipped without being read.
import { type RawBuilder, sql } from 'kysely'
import type { HappeningStatus } from '#contract/happenings.ts'
import type { ListQuery } from '#contract/shapes.ts'
import {
  type HappeningOrder,
  happeningTextFields,
  mapHappeningTexts,
} from '#contract/words/happening-texts.ts'
import { type statusFilters, UNSENT_FILTER } from '#contract/words/happenings.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { notFound } from '#server/http/errors.ts'
import { countRows, fetchPage, germanOrder, lifeCycleOrder, matching } from '#server/lists/list-store.ts'
import { maySeeHappeningCondition, maySeeSubhappeningCondition, type Viewer } from './may-see-store.ts'
import { isAwaitedCondition } from './times/store.ts'

const sortColumns = {
  name: germanOrder('happenings.name'),
  ...mapHappeningTexts((text) => germanOrder(`happenings.${text}`)),
  date: sql`happenings.date`,
  status: lifeCycleOrder('happenings.status'),
} satisfies Record<HappeningOrder, RawBuilder<unknown>>

const happeningColumns = [
  'happenings.id',
  'happenings.name',
  ...happeningTextFields.map((text) => `happenings.${text}` as const),
  'happenings.date',
  'happenings.status',
] as const

export type HappeningsQuery = ListQuery & {
  status: (typeof statusFilters)[number] | undefined
  type: string | undefined
  date_start: string | undefined
  date_end: string | undefined
}

/**
 * Upper bound of matches that are sorted. Up to this number, sorting is faster than filtering along the index
 * of an order.
 */
const FEW = 10_000

/** `today`: upper bound of the days that „Zu senden“ includes. */
export async function listHappenings(db: Database, by: Viewer, query: HappeningsQuery, today: string) {
  const matches = selectHappenings(db, by, query, today)
  const isFiltered = query.filter !== ''
  const isRecorder = !by.is_admin && !by.sees_all_happenings
  // Only a search counts its matches first. Recorders have few happenings, so the count is not needed.
  const total = isFiltered && !isRecorder ? await countRows(matches) : undefined
  const isFew = isFiltered && (total ?? 0) <= FEW
  // `offset 0` is a fence for the planner of PostgreSQL: it sorts the few matches instead of reading them in
  // the order of an index.
  const list = isFew ? db.selectFrom(matches.offset(0).as('happenings')).selectAll() : matches
  // With a filter by type all rows have the same type, so sorting by it is dropped.
  const orders = query.type === undefined ? sortColumns : { ...sortColumns, type: sql`null::int` }
  return fetchPage(list, query, { order: orders, id: 'happenings.id', first: '+date', total })
}

function selectHappenings(
  db: Database,
  by: Viewer,
  { filter, status, type, date_start, date_end, order_by }: HappeningsQuery,
  today: string,
) {
  return db
    .selectFrom('happenings')
    .where(maySeeHappeningCondition(by))
    .$if(status !== undefined, (query) =>
      query.where(
        hasStatusCondition(status === UNSENT_FILTER ? 'Aktiv' : (status as HappeningStatus), order_by),
      ),
    )
    .where(matching(filter, sql`happenings.search`))
    .$if(status === UNSENT_FILTER, (query) => query.where(isUnsentCondition(by, today)))
    .$if(type !== undefined, (query) => query.where('happenings.type', '=', type as string))
    .$if(date_start !== undefined, (query) => query.where('happenings.date', '>=', date_start as string))
    .$if(date_end !== undefined, (query) => query.where('happenings.date', '<=', date_end as string))
    .select(happeningColumns)
}

/** Both conditions are equivalent. If the list is ordered by status, only `in_life(status)` matches the index. */
const hasStatusCondition = (status: HappeningStatus, order_by: string) =>
  order_by.endsWith('status')
    ? sql<boolean>`${sortColumns.status} = in_life(${status})`
    : sql<boolean>`happenings.status = ${status}`

/** The happening has begun, and in a part that the viewer sees an expected time has not been sent. */
const isUnsentCondition = (by: Viewer, today: string) => sql<boolean>`
  happenings.date <= ${today}::date and exists (
  select from subhappenings join time_entries on time_entries.subhappening_id = subhappenings.id
  where subhappenings.happening_id = happenings.id and ${maySeeSubhappeningCondition(by)} and not submitted and ${isAwaitedCondition})`

export const getHappening = (db: Database, by: Viewer, id: number) =>
  db
    .selectFrom('happenings')
    .where('happenings.id', '=', id)
    .where(maySeeHappeningCondition(by))
    .select(happeningColumns)
    .executeTakeFirstOrThrow(notFound)

export async function listTypes(db: Database, by: Viewer): Promise<string[]> {
  const rows = await db
    .selectFrom('happenings')
    .where(maySeeHappeningCondition(by))
    .where('type', '<>', '')
    .select('type')
    .groupBy('type')
    .orderBy(germanOrder('type'))
    .limit(500)
    .execute()
  return rows.map(({ type }) => type)
}

/** Locks in the order of ids, so that two calls that lock several happenings cannot deadlock. */
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

/** People whose access depends on one of these happenings. */
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
