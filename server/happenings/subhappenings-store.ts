import { type RawBuilder, sql } from 'kysely'
import type { Recorder } from '#contract/parts.ts'
import type { ListQuery } from '#contract/shapes.ts'
import { exists } from '#server/db/affected.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { nameOrder, sortedNameColumn } from '#server/db/people.ts'
import { notFound } from '#server/http/errors.ts'
import { fetchPage, germanOrder, matchingComputed } from '#server/lists/list-store.ts'
import { isRecorderCondition, maySeeSubhappeningCondition, type Viewer } from './may-see-store.ts'
import { isAwaitedCondition } from './times/store.ts'

const sortColumns = { name: germanOrder('subhappenings.name') }

/**
 * Searchable names of a part and of its recorders. E-mail addresses and personnel numbers are excluded, because
 * a search could be used to guess them.
 */
export const searchTextColumn = sql<string>`(subhappenings.search || ' ' || coalesce((
  select string_agg(users.names_search, ' ')
  from subhappening_users join users on users.id = subhappening_users.user_id
  where subhappening_users.subhappening_id = subhappenings.id), ''))`

/** Names a part in a call: the id of the part, and of the happening that it has to belong to. */
export type PartAddress = { happening_id: number; subhappening_id: number }

function selectVisibleParts(db: Database, by: Viewer) {
  return db
    .selectFrom('subhappenings')
    .innerJoin('happenings', 'happenings.id', 'subhappenings.happening_id')
    .where(maySeeSubhappeningCondition(by))
    .select([
      'subhappenings.id',
      'subhappenings.happening_id',
      'subhappenings.name',
      'happenings.name as happening_name',
      'happenings.status as happening_status',
      'happenings.date',
      isRecorderCondition(sql`${by.id}`).as('is_recorder'),
    ])
}

/** Throws 'not found' if the caller may not see the part, or if it belongs to another happening. */
export function getSubhappening(
  db: Database,
  by: Viewer,
  { happening_id, subhappening_id }: Partial<PartAddress> & { subhappening_id: number },
) {
  return selectVisibleParts(db, by)
    .where('subhappenings.id', '=', subhappening_id)
    .$if(happening_id !== undefined, (query) => query.where('happenings.id', '=', happening_id as number))
    .executeTakeFirstOrThrow(notFound)
}

/**
 * Reads a sub-happening and locks the row of its happening, so that the status of the happening cannot change
 * while times are written.
 */
export function lockSubhappeningForShare(tx: Tx, by: Viewer, { happening_id, subhappening_id }: PartAddress) {
  return selectVisibleParts(tx, by)
    .where('subhappenings.id', '=', subhappening_id)
    .where('happenings.id', '=', happening_id)
    .forShare('happenings')
    .executeTakeFirstOrThrow(notFound)
}

/**
 * Adds sums of minutes and counts of entries. `istentries`: with complete actual times. `recorded`: complete or
 * absent. `entries`: all whose times are expected, planned or not. `is_sent`: times are expected, and all of
 * them have been sent. `soll_von`, `soll_bis`: first planned begin and last planned end.
 */
const selectNumberedParts = (db: Database, by: Viewer) =>
  selectVisibleParts(db, by)
    .crossJoinLateral((eb) =>
      eb
        .selectFrom('time_entries')
        .whereRef('time_entries.subhappening_id', '=', 'subhappenings.id')
        .select([
          sql<number>`coalesce(sum(ist_minutes), 0)`.as('istzeit'),
          sql<number>`coalesce(sum(soll_minutes), 0)`.as('sollzeit'),
          sql<number>`count(ist_minutes)`.as('istentries'),
          sql<number>`count(*) filter (where ist_minutes is not null or absent)`.as('recorded'),
          sql<number>`count(soll_minutes)`.as('sollentries'),
          sql<number>`count(*) filter (where ${isAwaitedCondition})`.as('entries'),
          sql<number>`count(*) filter (where submitted)`.as('submitted'),
          sql<number>`count(*) filter (where not submitted
            and (ist_minutes is not null or absent or to_withdraw))`.as('sendable'),
          sql<number>`count(*) filter (where to_withdraw and not absent)`.as('withdrawals'),
          sql<boolean>`coalesce(bool_and(submitted) filter (where ${isAwaitedCondition}), false)`.as(
            'is_sent',
          ),
          localTimeColumn(sql`min(soll_von) filter (where ${isAwaitedCondition})`).as('soll_von'),
          localTimeColumn(sql`max(soll_bis) filter (where ${isAwaitedCondition})`).as('soll_bis'),
        ])
        .as('numbers'),
    )
    .selectAll('numbers')

const localTimeColumn = (moment: RawBuilder<unknown>) =>
  sql<string | null>`to_char(${moment}, 'YYYY-MM-DD"T"HH24:MI')`

export type NumberedPart = Awaited<ReturnType<typeof listPartsOf>>[number]

/** All parts of these happenings that the caller sees, in German order. */
export const listPartsOf = (db: Database, by: Viewer, happeningIds: number[]) =>
  selectNumberedParts(db, by)
    .where('subhappenings.happening_id', '=', sql<number>`any(${happeningIds}::int[])`)
    .orderBy(sortColumns.name)
    .orderBy('subhappenings.id')
    .execute()

/** A page of the parts of one happening. */
export const listSubhappenings = (
  db: Database,
  by: Viewer,
  happeningId: number,
  { filter, ...query }: ListQuery,
) =>
  fetchPage(
    selectNumberedParts(db, by)
      .where('subhappenings.happening_id', '=', happeningId)
      .where(matchingComputed(filter, searchTextColumn)),
    query,
    { order: sortColumns, id: 'subhappenings.id', first: '+name' },
  )

export function getNumberedPart(db: Database, by: Viewer, { happening_id, subhappening_id }: PartAddress) {
  return selectNumberedParts(db, by)
    .where('subhappenings.id', '=', subhappening_id)
    .where('happenings.id', '=', happening_id)
    .executeTakeFirstOrThrow(notFound)
}

/** Keyed by part, sorted by name. */
export async function listRecorders(db: Database, partIds: number[]): Promise<Map<number, Recorder[]>> {
  const rows = await db
    .selectFrom('subhappening_users')
    .innerJoin('users', 'users.id', 'subhappening_users.user_id')
    .where('subhappening_users.subhappening_id', '=', sql<number>`any(${partIds}::int[])`)
    .select([
      'subhappening_users.subhappening_id',
      'users.id',
      'users.username',
      sortedNameColumn('users').as('display_name'),
      'users.persplan_vorname',
      'users.persplan_nachname',
    ])
    .orderBy(nameOrder('users'))
    .orderBy('users.id')
    .execute()
  return Map.groupBy(rows, ({ subhappening_id }) => subhappening_id)
}

export function listUsers(db: Database, ids: number[]) {
  return db
    .selectFrom('users')
    .where('id', '=', sql<number>`any(${ids}::int[])`)
    .select(['id', sortedNameColumn('users').as('display_name'), 'is_active'])
    .execute()
}

/** Serialises changes of a part's recorders. False if a sync has removed the part. */
export const lockSubhappeningForUpdate = (tx: Tx, id: number) =>
  exists(tx.selectFrom('subhappenings').where('id', '=', id).forUpdate())

/** Replaces the recorders of a part. Returns the ids of the former ones. */
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

/** Happenings that become Aktiv. `opened` were Entwurf or Inaktiv before, `reopened` Erledigt or Archiv. */
export type OpenedHappenings = { opened: number[]; reopened: number[] }

/** Condition: the recorder was assigned while the happening was not Aktiv, after the last time it became Aktiv. */
const isUnnotifiedCondition = sql<boolean>`exists (
  select from audit named
  where named.action = 'subhappening.recorders'
    and named.objects @> array['subhappening ' || subhappenings.id]
    and named.subject -> 'untold' @> to_jsonb(subhappening_users.user_id)
    and named.id > coalesce((
      select max(opening.id) from audit opening
      where opening.action = 'happening.status' and opening.objects @> array['happening ' || happenings.id]
        and opening.subject ->> 'status' = 'Aktiv'), 0))`

/**
 * Recorders to notify: all of `opened`, and of `reopened` those who were not notified before. With the number
 * of their happenings, and the id and name of one of these.
 */
export function listRecordersToNotify(tx: Tx, { opened, reopened }: OpenedHappenings, except: number) {
  return (
    tx
      .selectFrom('happenings')
      .innerJoin('subhappenings', 'subhappenings.happening_id', 'happenings.id')
      .innerJoin('subhappening_users', 'subhappening_users.subhappening_id', 'subhappenings.id')
      .where((where) =>
        where.or([
          where('happenings.id', '=', sql<number>`any(${opened}::int[])`),
          where.and([
            where('happenings.id', '=', sql<number>`any(${reopened}::int[])`),
            isUnnotifiedCondition,
          ]),
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
      // In the order of ids, so that transactions that notify the same people cannot deadlock.
      .orderBy('subhappening_users.user_id')
      .execute()
  )
}
