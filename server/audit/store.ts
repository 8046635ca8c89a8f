import { type RawBuilder, sql } from 'kysely'
import type { ListQuery } from '#contract/shapes.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { fetchPage } from '#server/lists/list-store.ts'
import type { Action } from './actions.ts'

export type NewRow = {
  at: Date
  user_id: number | null
  action: string
  address: string | null
  subject: Record<string, unknown>
}

/** The row's time is the start of the transaction (default of the column). */
export async function insertRow(tx: Database, row: Omit<NewRow, 'at'>) {
  await tx
    .insertInto('audit')
    .values({ ...row, subject: JSON.stringify(row.subject) })
    .execute()
}

export async function insertRows(db: Database, rows: readonly NewRow[]) {
  await db
    .insertInto('audit')
    .values(rows.map((row) => ({ ...row, subject: JSON.stringify(row.subject) })))
    .execute()
}

/**
 * Id of the latest row, to find later changes with `listTouchedSince`. Transactions that wait for a lock held by this
 * transaction write higher ids.
 */
export async function lastAuditId(tx: Tx): Promise<number> {
  const { id } = await tx
    .selectFrom('audit')
    .select(sql<number>`coalesce(max(id), 0)`.as('id'))
    .executeTakeFirstOrThrow()
  return id
}

/** Returns the members of `objects` (e.g. `doc 7`) that have a row with one of `actions` and an id above `since`. */
export async function listTouchedSince(
  tx: Tx,
  since: number,
  actions: readonly Action[],
  objects: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ object: string }>`
    select distinct object from audit, unnest(objects) as object
    where audit.id > ${since} and action = any(${actions}::text[]) and object = any(${objects}::text[])`.execute(
    tx,
  )
  return new Set(rows.map(({ object }) => object))
}

/** Dates are calendar days in the company's time zone. */
export type AuditFilter = {
  user_id: number | undefined
  object: string | undefined
  kind: readonly string[] | undefined
  date_start: string | undefined
  date_end: string | undefined
}

/** Upper bound for counting and paging, whose cost would otherwise grow with the years. */
export const MAX_LISTED_ROWS = 10_000

/** Upper bound of object ids returned per row: one assignment can concern thousands of objects. */
const MAX_NAMED_OBJECTS = 3

const columns = [
  'id',
  'at',
  'user_id',
  'action',
  'subject',
  'address',
  sql<string[]>`objects[1:${sql.lit(MAX_NAMED_OBJECTS)}]`.as('objects'),
  sql<number>`cardinality(objects)`.as('objects_in_all'),
] as const

export function listAudit(
  db: Database,
  wanted: AuditFilter & Pick<ListQuery, 'order_by' | 'page' | 'per_page'>,
  timeZone: string,
) {
  const query = db.selectFrom('audit').where(auditFilterCondition(wanted, timeZone)).select(columns)
  return fetchPage(query, wanted, {
    order: { at: sql`audit.at` },
    id: 'audit.id',
    first: '-at',
    most: MAX_LISTED_ROWS,
    bothWays: true,
  })
}
export type AuditRow = Awaited<ReturnType<typeof listAudit>>['items'][number]

/** All matches, newest first, in batches. */
export async function* streamAudit(
  db: Database,
  wanted: AuditFilter,
  timeZone: string,
): AsyncGenerator<AuditRow[]> {
  let last: { exactly: string; id: number } | undefined
  for (;;) {
    const rows: (AuditRow & { exactly: string })[] = await db
      .selectFrom('audit')
      .where(auditFilterCondition(wanted, timeZone))
      .$if(last !== undefined, (query) =>
        query.where(sql<boolean>`(at, id) < (${last?.exactly}::timestamptz, ${last?.id}::bigint)`),
      )
      // JavaScript dates lack the microseconds that the cursor needs.
      .select([...columns, sql<string>`at::text`.as('exactly')])
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(BATCH_ROWS)
      .execute()
    if (rows.length === 0) return
    yield rows
    last = rows.at(-1)
  }
}
const BATCH_ROWS = 2_000

function auditFilterCondition(
  { user_id, object, kind, date_start, date_end }: AuditFilter,
  timeZone: string,
): RawBuilder<boolean> {
  const midnight = (day: string, after: number) =>
    sql`((${day}::date + ${after}::int)::timestamp at time zone ${timeZone})`
  const all = [
    user_id !== undefined && sql`audit.user_id = ${user_id}`,
    object !== undefined && sql`audit.objects @> array[${object}]`,
    kind !== undefined && sql`audit.kind = any(${kind})`,
    date_start !== undefined && sql`audit.at >= ${midnight(date_start, 0)}`,
    date_end !== undefined && sql`audit.at < ${midnight(date_end, 1)}`,
  ].filter((one) => one !== false)
  return all.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(all, sql` and `)})`
}

/** Short, because refusals contain IP addresses of people without an account. */
export const REFUSALS_KEPT_DAYS = 90
/** Upper bound of rows deleted per hourly run; the next run deletes further rows. */
const DELETED_PER_RUN = 20_000

/**
 * Deletes old refusals only; the retention rules delete other rows. A database trigger rejects deletions of rows
 * younger than 30 days, and all deletions without the setting `kontor.cleans_audit`.
 */
export async function deleteOldRefusals(db: Database) {
  await db.transaction().execute(async (tx) => {
    await sql`select set_config('kontor.cleans_audit', 'yes', true)`.execute(tx)
    await sql`delete from audit where id in (
      select id from audit where kind = 'refused' and at < now() - make_interval(days => ${REFUSALS_KEPT_DAYS})
      order by at limit ${DELETED_PER_RUN})`.execute(tx)
  })
}
