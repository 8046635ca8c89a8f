import { sql } from 'kysely'
import type { HappeningTeam } from '#contract/happenings.ts'
import type { Recorder } from '#contract/parts.ts'
import type { ListQuery } from '#contract/shapes.ts'
import { limits } from '#contract/words/happenings.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { byName, sortedName } from '#server/db/people.ts'
import { refuse } from '#server/http/errors.ts'
import { german, matchingMade, pageOf } from '#server/lists/list-store.ts'
import { isRecorder, maySeeSubhappening, type Viewer } from './may-see-store.ts'

const order = { name: german('subhappenings.name') }

/** Its name and its recorders'. */
export const search = sql<string>`(subhappenings.search || ' ' || coalesce((
  select string_agg(users.search, ' ')
  from subhappening_users join users on users.id = subhappening_users.user_id
  where subhappening_users.subhappening_id = subhappenings.id), ''))`

export function listSubhappenings(
  db: Database,
  viewer: Viewer,
  happeningId: number,
  { filter, ...asked }: ListQuery,
) {
  const query = visible(db, viewer)
    .where('happenings.id', '=', happeningId)
    .where(matchingMade(filter, search))
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

export async function listRecordersOf(db: Database, ids: number[]): Promise<(id: number) => Recorder[]> {
  const rows = await db
    .selectFrom('subhappening_users')
    .innerJoin('users', 'users.id', 'subhappening_users.user_id')
    .where('subhappening_users.subhappening_id', '=', sql<number>`any(${ids}::int[])`)
    .select([
      'subhappening_users.subhappening_id',
      'users.id',
      'users.username',
      'users.persplan_vorname',
      'users.persplan_nachname',
      sortedName('users').as('display_name'),
    ])
    .orderBy(byName('users'))
    .orderBy('users.id')
    .execute()
  const bySub = Map.groupBy(rows, ({ subhappening_id }) => subhappening_id)
  // Columns that the contract does not name are left out of the answer.
  return (id) => bySub.get(id) ?? []
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

/** Recorders of these happenings except one person: each with the number of happenings, and one of them by id and name. */
export function listDuties(tx: Tx, happeningIds: number[], except: number) {
  return (
    tx
      .selectFrom('happenings')
      .innerJoin('subhappenings', 'subhappenings.happening_id', 'happenings.id')
      .innerJoin('subhappening_users', 'subhappening_users.subhappening_id', 'subhappenings.id')
      .where('happenings.id', '=', sql<number>`any(${happeningIds}::int[])`)
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

/** With how many there are in their happening. */
type TeamRow = HappeningTeam & { happening_id: number; count: number }

/** Of each of these happenings the first teams that the viewer may see, in one question: their own before others. */
export async function listTeams(
  db: Database,
  viewer: Viewer,
  ids: number[],
): Promise<Map<number, TeamRow[]>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<TeamRow>`
    select teams.id, teams.happening_id, teams.name, teams.count, numbers.*
    from (
      select subhappenings.id, subhappenings.happening_id, subhappenings.name,
        count(*) over (partition by subhappenings.happening_id) as count,
        row_number() over (partition by subhappenings.happening_id
          order by ${isRecorder(sql`${viewer.by.id}`)} desc, ${german('subhappenings.name')}, subhappenings.id) as place
      from subhappenings join happenings on happenings.id = subhappenings.happening_id
      where subhappenings.happening_id = any(${ids}::int[]) and ${maySeeSubhappening(viewer)}
    ) as teams
    cross join lateral (
      select count(ist_minutes) as istentries, count(soll_minutes) as sollentries,
        coalesce(bool_and(submitted), false) as is_sent,
        to_char(min(soll_von), 'YYYY-MM-DD"T"HH24:MI') as soll_von,
        to_char(max(soll_bis), 'YYYY-MM-DD"T"HH24:MI') as soll_bis
      from time_entries where time_entries.subhappening_id = teams.id
    ) as numbers
    where teams.place <= ${limits.teamsOfHappening}
    order by teams.happening_id, teams.place`.execute(db)
  return Map.groupBy(rows, ({ happening_id }) => happening_id)
}
