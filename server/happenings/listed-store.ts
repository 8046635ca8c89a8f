// The list of happenings: by words, status, type and day, in four orders, as everybody sees their own. The indexes of the
// orders hold status, type and day too: rows that do not fit are passed in the index, without being read.
import { type RawBuilder, sql } from 'kysely'
import type { HappeningStatus } from '#contract/happenings.ts'
import type { ListQuery } from '#contract/shapes.ts'
import { type HappeningOrder, happeningTexts, ofHappeningTexts } from '#contract/words/happening-texts.ts'
import { type statusFilters, UNSENT } from '#contract/words/happenings.ts'
import type { Database } from '#server/db/connect.ts'
import { refuse } from '#server/http/errors.ts'
import { german, inLife, matching, numberOf, pageOf } from '#server/lists/list-store.ts'
import { isAwaited } from './awaited-store.ts'
import { type OwnSight, openOf, openStatuses, ownOf, type Sight } from './may-see-store.ts'

const order = {
  name: german('happenings.name'),
  ...ofHappeningTexts((text) => german(`happenings.${text}`)),
  date: sql`happenings.date`,
  status: inLife('happenings.status'),
} satisfies Record<HappeningOrder, RawBuilder<unknown>>
/** What a list shows of each. */
export const listed = [
  'happenings.id',
  'happenings.name',
  ...happeningTexts.map((text) => `happenings.${text}` as const),
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

/** So many are put in order faster than they are picked out along an order that all the others are in, too. */
const FEW = 10_000

export async function listHappenings(db: Database, sight: Sight, asked: Asked) {
  const query = happeningsThat(db, sight, asked)
  const own = ownOf(sight)
  const isOfFew = own !== undefined && own.happenings.length <= FEW
  // What words find is counted before it is looked for.
  const total = !isOfFew && asked.filter !== '' ? await numberOf(query) : undefined
  const isFew = isOfFew || (total !== undefined && total <= FEW)
  const way = { order: orderOf(asked), id: 'happenings.id', first: '+date', total }
  // `offset 0` keeps the planner from going along the order all the same.
  const list = isFew ? db.selectFrom(query.offset(0).as('happenings')).selectAll() : query
  const page = await pageOf(list, asked, way)
  if (page.pages > 0 || typeof sight === 'string') return page
  // Nothing is found, or nothing that they record is open and so they see no happenings at all: told by one look.
  const { is_open } = await db
    .selectNoFrom(sql<boolean>`exists (${openOf(db, sight)})`.as('is_open'))
    .executeTakeFirstOrThrow()
  if (!is_open) throw refuse('forbidden')
  return page
}

function happeningsThat(
  db: Database,
  sight: Sight,
  { filter, status, type, date_start, date_end, today, order_by }: Asked,
) {
  const own = ownOf(sight)
  return db
    .selectFrom('happenings')
    .where(isOneOf(statusesOf(sight, status), { byStatus: order_by.endsWith('status') }))
    .$if(own !== undefined, (query) =>
      query.where('happenings.id', '=', sql<number>`any(${own?.happenings}::int[])`),
    )
    .where(matching(filter, sql`happenings.search`))
    .$if(status === UNSENT, (query) => query.where(isUnsent(own, today)))
    .$if(type !== undefined, (query) => query.where('happenings.type', '=', type as string))
    .$if(date_start !== undefined, (query) => query.where('happenings.date', '>=', date_start as string))
    .$if(date_end !== undefined, (query) => query.where('happenings.date', '<=', date_end as string))
    .select(listed)
}

/** Of one type all stand in one place of the order of types. */
const orderOf = ({ type }: Asked) => (type === undefined ? order : { ...order, type: sql`null::int` })

/** Of which status those are that somebody asks for and sees; undefined: of any. */
function statusesOf(sight: Sight, asked: Asked['status']): readonly HappeningStatus[] | undefined {
  const wanted = asked === UNSENT ? 'Aktiv' : asked
  if (sight === 'all') return wanted && [wanted]
  return openStatuses.filter((open) => wanted === undefined || open === wanted)
}

/** Both conditions find the same; in the order of statuses the index of that order has the second one. */
function isOneOf(
  statuses: readonly HappeningStatus[] | undefined,
  { byStatus }: { byStatus: boolean },
): RawBuilder<boolean> {
  if (statuses === undefined) return sql<boolean>`true`
  if (statuses.length === 0) return sql<boolean>`false`
  if (!byStatus) return sql<boolean>`happenings.status in (${sql.join(statuses)})`
  return sql<boolean>`${order.status} in (${sql.join(statuses.map((status) => sql`in_life(${status})`))})`
}

/** Of those that are Aktiv: it has begun, and somebody's time that is awaited has not been sent, of parts that are seen. */
const isUnsent = (own: OwnSight | undefined, today: string | undefined) => sql<boolean>`
  happenings.date <= ${today}::date and exists (
  select from subhappenings join time_entries on time_entries.subhappening_id = subhappenings.id
  where subhappenings.happening_id = happenings.id and not submitted and ${isAwaited}
    and ${own === undefined ? sql`true` : sql`subhappenings.id = any(${own.parts}::int[])`})`
