// SQL of unplanned people.
import { sql } from 'kysely'
import type { Database, Tx } from '#server/db/connect.ts'
import { notFound } from '#server/http/errors.ts'
import { matching } from '#server/lists/list-store.ts'
import { maySeeSubhappeningCondition, type Viewer } from '../may-see-store.ts'

export type Person = {
  last_name: string | null
  first_name: string | null
  personalnummer: string | null
  subcontractor: string | null
}

/**
 * Returns the id; undefined if `planner_id` exists. The entry begins with revision 1, because adding it counts
 * as a change.
 */
export async function insertUnplanned(
  tx: Tx,
  entry: Person & { subhappening_id: number; planner_id: string },
): Promise<number | undefined> {
  const made = await tx
    .insertInto('time_entries')
    .values({ ...entry, unplanned: true, revision: 1 })
    .onConflict((on) => on.column('planner_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return made?.id
}

export const findByKey = (tx: Tx, planner_id: string) =>
  tx
    .selectFrom('time_entries')
    .where('planner_id', '=', planner_id)
    .select(['id', 'subhappening_id'])
    .executeTakeFirst()

export const lockEntryForUpdate = (tx: Tx, subhappeningId: number, id: number) =>
  tx
    .selectFrom('time_entries')
    .where('subhappening_id', '=', subhappeningId)
    .where('id', '=', id)
    .select(['id', 'last_name', 'first_name', 'subcontractor', 'unplanned', 'submitted', 'booked'])
    .forUpdate()
    .executeTakeFirstOrThrow(notFound)

export const deleteEntry = (tx: Tx, id: number) =>
  tx.deleteFrom('time_entries').where('id', '=', id).execute()

type PeopleQuery = { part: { id: number; happening_id: number; date: string }; filter: string; limit: number }

/** Distinct people in the order of their names, without those already in the part and without anonymised ones. */
export async function listKnownPeople(
  db: Database,
  by: Viewer,
  { part, filter, limit }: PeopleQuery,
): Promise<Person[]> {
  const near =
    filter.trim() === ''
      ? sql`happenings.id = ${part.happening_id}`
      : sql`happenings.date between ${part.date}::date - 180 and ${part.date}::date + 14
          and ${matching(filter, sql`time_entries.search`)}`
  const { rows } = await sql<Person>`
    select last_name, first_name, personalnummer, subcontractor
    from (
      select distinct last_name, first_name, personalnummer, subcontractor
      from happenings
        join subhappenings on subhappenings.happening_id = happenings.id
        join time_entries on time_entries.subhappening_id = subhappenings.id
      where ${maySeeSubhappeningCondition(by)} and ${near}
        and time_entries.last_name is not null and time_entries.former_user_id is null) known
    where not exists (
      select from time_entries here where here.subhappening_id = ${part.id}
        and (here.last_name, here.first_name, here.personalnummer, here.subcontractor)
          is not distinct from (known.last_name, known.first_name, known.personalnummer, known.subcontractor))
    order by last_name collate "de-x-icu", first_name collate "de-x-icu", personalnummer, subcontractor
    limit ${limit}`.execute(db)
  return rows
}
