import { type RawBuilder, sql } from 'kysely'
import type { HappeningStatus } from '#contract/happenings.ts'
import type { ListQuery } from '#contract/shapes.ts'
import { type statusFilters, UNSENT } from '#contract/words/happenings.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { german, inLife, matching, numberOf, pageOf, type Way } from '#server/lists/list-store.ts'
import { aboutAllTimes, aboutHappenings, aboutStatuses } from '#server/live/facts.ts'
import { isAwaited } from './awaited-store.ts'
import {
  maySeeHappening,
  nameOf,
  type OwnSight,
  openOf,
  openStatuses,
  type Sight,
  type Viewer,
} from './may-see-store.ts'

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

/** So many are put in order faster than they are picked out along an order that all the others are in, too. */
const FEW = 10_000

export async function listHappenings(
  { db, totals }: Pick<Kontor, 'db' | 'totals'>,
  sight: Sight,
  asked: Asked,
) {
  const query = happeningsThat(db, sight, asked)
  const total = totals.entry(nameOfList(sight, asked), whatCounts(sight, asked))
  if (asked.filter !== '' && total.known === undefined) total.keep(await numberOf(query))
  const by = howOrdered(sight, asked, total.known)
  const way = { order, id: 'happenings.id', first: '+date', by }
  // `offset 0` keeps the planner from going along the order all the same.
  const list = by === 'sort' ? db.selectFrom(query.offset(0).as('happenings')).selectAll() : query
  const page = await pageOf(list, asked, { ...way, total })
  if (page.pages > 0 || typeof sight === 'string') return page
  // Nothing is found, or nothing that they record is open and so they see no happenings at all: told by one look.
  const look = await db
    .selectNoFrom([
      sql<boolean>`exists (${query})`.as('found'),
      sql<boolean>`exists (${openOf(db, sight)})`.as('open'),
    ])
    .executeTakeFirstOrThrow()
  if (!look.open) throw refuse('forbidden')
  return look.found ? pageOf(list, asked, way) : page
}

function happeningsThat(
  db: Database,
  sight: Sight,
  { filter, status, type, date_start, date_end, today, order_by }: Asked,
) {
  const statuses = statusesOf(sight, status)
  const byStatus = order_by.endsWith('status')
  return db
    .selectFrom('happenings')
    .$if(statuses !== undefined, (query) => query.where(isOneOf(statuses as HappeningStatus[], byStatus)))
    .$if(typeof sight !== 'string', (query) =>
      query.where('happenings.id', '=', sql<number>`any(${(sight as OwnSight).happenings}::int[])`),
    )
    .where(matching(filter, sql`happenings.search`))
    .$if(status === UNSENT, (query) => query.where(isUnsent(sight, today)))
    .$if(type !== undefined, (query) => query.where(sql<boolean>`${order.type} = ${type}`))
    .$if(date_start !== undefined, (query) => query.where('happenings.date', '>=', date_start as string))
    .$if(date_end !== undefined, (query) => query.where('happenings.date', '<=', date_end as string))
    .select(shown)
}

const nameOfList = (sight: Sight, { filter, status, type, date_start, date_end, today }: Asked) =>
  `happenings ${JSON.stringify([nameOf(sight), filter, status, type, date_start, date_end, today])}`

/** What may change how many there are: of any status there are as many whatever a status becomes. */
const whatCounts = (sight: Sight, { status }: Asked) =>
  statusesOf(sight, status) ? factsOfList(status) : [aboutHappenings]

/** By the indexes of the orders where they have what the list is filtered by (0066_lists_from_indexes.sql). */
function howOrdered(
  sight: Sight,
  { filter, status, type, date_start, date_end }: Asked,
  total: number | undefined,
): Way['by'] {
  if (typeof sight !== 'string') return sight.happenings.length <= FEW ? 'sort' : undefined
  if (filter !== '') return Number(total) <= FEW ? 'sort' : undefined
  if (status === UNSENT) return undefined
  const isNarrowed = [status, type, date_start, date_end].some((one) => one !== undefined)
  return isNarrowed || sight === 'open' ? 'index' : undefined
}

/** Of which status those are that somebody asks for and sees; undefined: of any. */
function statusesOf(sight: Sight, asked: Asked['status']): readonly HappeningStatus[] | undefined {
  const wanted = asked === UNSENT ? 'Aktiv' : asked
  if (sight === 'all') return wanted && [wanted]
  return openStatuses.filter((open) => wanted === undefined || open === wanted)
}

/** The same rows either way; each is found by the index that leads along the order. */
function isOneOf(statuses: readonly HappeningStatus[], byStatus: boolean): RawBuilder<boolean> {
  if (statuses.length === 0) return sql<boolean>`false`
  if (!byStatus) return sql<boolean>`happenings.status in (${sql.join(statuses)})`
  return sql<boolean>`${order.status} in (${sql.join(statuses.map((status) => sql`in_life(${status})`))})`
}

/** It has begun, and somebody's time that is awaited has not been sent, of the parts that are seen. */
const isUnsent = (
  sight: Sight,
  today: string | undefined,
) => sql<boolean>`happenings.date <= ${today}::date and exists (
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
