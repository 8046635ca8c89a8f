import { sql } from 'kysely'
import type { ListQuery } from '#contract/shapes.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { sortedName } from '#server/db/people.ts'
import { refuse } from '#server/http/errors.ts'
import { german, matchingMade, pageOf } from '#server/lists/list-store.ts'
import { isRecorder, maySeeSubhappening, type OwnSight, type Viewer } from './may-see-store.ts'

const order = { name: german('subhappenings.name') }

/** Its name and its recorders' names: their addresses and numbers are nobody's to try out. */
export const search = sql<string>`(subhappenings.search || ' ' || coalesce((
  select string_agg(users.names_search, ' ')
  from subhappening_users join users on users.id = subhappening_users.user_id
  where subhappening_users.subhappening_id = subhappenings.id), ''))`

/** All of a happening, or those of them that somebody records. */
export function listSubhappenings(
  db: Database,
  own: OwnSight | undefined,
  happeningId: number,
  { filter, ...asked }: ListQuery,
) {
  const query = db
    .selectFrom('subhappenings')
    .where('happening_id', '=', happeningId)
    .$if(own !== undefined, (query) => query.where('id', '=', sql<number>`any(${own?.parts}::int[])`))
    .where(matchingMade(filter, search))
    .select('subhappenings.id')
  return pageOf(query, asked, { order, id: 'subhappenings.id', first: '+name' })
}

/** Not found if the caller may not see it, or if it belongs to another happening. */
export async function getSubhappening(db: Database, viewer: Viewer, id: number, happeningId?: number) {
  const found = await visible(db, viewer)
    .where('subhappenings.id', '=', id)
    .$if(happeningId !== undefined, (query) => query.where('happenings.id', '=', happeningId as number))
    .executeTakeFirst()
  if (!found) throw refuse('not_found')
  return found
}

/** The same while times are written: whoever changes the status of the happening waits. */
export async function lockSubhappeningForShare(tx: Tx, viewer: Viewer, id: number, happeningId: number) {
  const found = await visible(tx, viewer)
    .where('subhappenings.id', '=', id)
    .where('happenings.id', '=', happeningId)
    .forShare('happenings')
    .executeTakeFirst()
  if (!found) throw refuse('not_found')
  return found
}

function visible(db: Database, viewer: Viewer) {
  return db
    .selectFrom('subhappenings')
    .innerJoin('happenings', 'happenings.id', 'subhappenings.happening_id')
    .where(maySeeSubhappening(viewer))
    .select([
      'subhappenings.id',
      'subhappenings.happening_id',
      'subhappenings.name',
      'happenings.name as happening_name',
      'happenings.status as happening_status',
      'happenings.date',
      isRecorder(sql`${viewer.by.id}`).as('is_recorder'),
    ])
}

export function listUsers(db: Database, ids: number[]) {
  return db
    .selectFrom('users')
    .where('id', '=', sql<number>`any(${ids}::int[])`)
    .select(['id', sortedName('users').as('display_name'), 'is_active'])
    .execute()
}

/** False if a sync has removed it. Two that change its recorders come one after the other. */
export async function lockSubhappeningForUpdate(tx: Tx, id: number): Promise<boolean> {
  const held = await tx.selectFrom('subhappenings').where('id', '=', id).select('id').forUpdate().execute()
  return held.length > 0
}

/** Replaces the list; returns who was on the old one. */
export async function setRecorderIds(tx: Tx, subhappeningId: number, ids: number[]): Promise<number[]> {
  const before = await tx
    .deleteFrom('subhappening_users')
    .where('subhappening_id', '=', subhappeningId)
    .returning('user_id')
    .execute()
  if (ids.length > 0) {
    await tx
      .insertInto('subhappening_users')
      .values(ids.map((user_id) => ({ subhappening_id: subhappeningId, user_id })))
      .execute()
  }
  return before.map(({ user_id }) => user_id)
}

/** Happenings that become Aktiv: those that nobody could see before, and those that had been over. */
export type Opened = { opened: number[]; reopened: number[] }

/** Named since the happening was last opened, when there was nothing to record: the audit log says so. */
const isUntold = sql<boolean>`exists (
  select from audit named
  where named.action = 'subhappening.recorders'
    and named.objects @> array['subhappening ' || subhappenings.id]
    and named.subject -> 'untold' @> to_jsonb(subhappening_users.user_id)
    and named.id > coalesce((
      select max(opening.id) from audit opening
      where opening.action = 'happening.status' and opening.objects @> array['happening ' || happenings.id]
        and opening.subject ->> 'status' = 'Aktiv'), 0))`

/**
 * Recorders of happenings that open, of those that go on only who has not been told, except one person: each with the
 * number of happenings, and one of them by id and name.
 */
export function listDuties(tx: Tx, { opened, reopened }: Opened, except: number) {
  return (
    tx
      .selectFrom('happenings')
      .innerJoin('subhappenings', 'subhappenings.happening_id', 'happenings.id')
      .innerJoin('subhappening_users', 'subhappening_users.subhappening_id', 'subhappenings.id')
      .where((where) =>
        where.or([
          where('happenings.id', '=', sql<number>`any(${opened}::int[])`),
          where.and([where('happenings.id', '=', sql<number>`any(${reopened}::int[])`), isUntold]),
        ]),
      )
      .where('subhappening_users.user_id', '<>', except)
      .groupBy('subhappening_users.user_id')
      .select([
        'subhappening_users.user_id',
        sql<number>`count(distinct happenings.id)::int`.as('count'),
        sql<number>`min(happenings.id)`.as('id'),
        sql<string>`min(happenings.name)`.as('name'),
      ])
      // All who tell the same people put their notifications in one order, and never wait for each other in a circle.
      .orderBy('subhappening_users.user_id')
      .execute()
  )
}
