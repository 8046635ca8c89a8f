import { sql } from 'kysely'
import type { Database, Tx } from '#server/db/connect.ts'
import { isRecorder } from '../may-see-store.ts'

/** What can be sent of a sub-happening, and what becomes of it. */

export function findSending(db: Database, subhappeningId: number, userId: number) {
  return db
    .selectFrom('subhappenings')
    .innerJoin('happenings', 'happenings.id', 'subhappenings.happening_id')
    .innerJoin('users', (join) => join.on('users.id', '=', userId).on('users.is_active', '=', true))
    .where('subhappenings.id', '=', subhappeningId)
    .select(['happenings.status', 'users.is_admin', isRecorder(sql.ref('users.id')).as('is_recorder')])
    .executeTakeFirst()
}

/**
 * Complete and not sent yet, or to be withdrawn; the next ones by id. The last refusal tells a repeat after it from a repeat of the same
 * transmission: the first may get another answer. `sent_revision` is what the planner knows the revision as.
 */
export function listSendable(db: Database, subhappeningId: number, after: number, limit: number) {
  return db
    .selectFrom('time_entries')
    .where('subhappening_id', '=', subhappeningId)
    .where('id', '>', after)
    .where('submitted', '=', false)
    .where((eb) =>
      eb.or([eb.and([eb('ist_von', 'is not', null), eb('ist_bis', 'is not', null)]), eb.ref('to_withdraw')]),
    )
    .select([
      'id',
      'planner_id',
      'revision',
      sql<number>`revision + (select sent_from from revisions)`.as('sent_revision'),
      'ist_von',
      'ist_bis',
      'booked',
      'first_name',
      'last_name',
      'subcontractor',
      sql<number | null>`(select max(id) from time_history
        where entry_id = time_entries.id and kind = 'refused')`.as('last_refusal'),
    ])
    .orderBy('id')
    .limit(limit)
    .execute()
}
export type Sendable = Awaited<ReturnType<typeof listSendable>>[number]

/** Those who are still waited for: not who is cancelled and did not come. */
export async function countIncomplete(db: Database, subhappeningId: number): Promise<number> {
  const { count } = await db
    .selectFrom('time_entries')
    .where('subhappening_id', '=', subhappeningId)
    .where('submitted', '=', false)
    .where('to_withdraw', '=', false)
    .where((eb) => eb.or([eb('ist_von', 'is', null), eb('ist_bis', 'is', null)]))
    .where(
      sql<boolean>`(lower(trim(status)) is distinct from 'abgesagt' or ist_von is not null or ist_bis is not null)`,
    )
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Before they are sent: the planner may take them, and its answer may get lost. */
export async function setBooked(tx: Tx, ids: number[]) {
  await sql`
    with held as (
      select id from time_entries where id = any(${ids}::int[]) and not booked order by id for update)
    update time_entries set booked = true from held where time_entries.id = held.id`.execute(tx)
}

export type Answered = {
  id: number
  revision: number
  ist_von: string | null
  ist_bis: string | null
  refused: string | null
  booked: boolean
}

/** Marks what is still as it was sent; the ids of these. Locked in one order, as everybody locks entries. */
export async function setOutcomes(tx: Tx, answered: Answered[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(answered)}::jsonb)
        as t (id integer, revision integer, ist_von timestamp, ist_bis timestamp, refused text, booked boolean)),
    held as (
      select time_entries.id, given.refused, given.booked from time_entries join given using (id, revision)
      where not time_entries.submitted
        and time_entries.ist_von is not distinct from given.ist_von
        and time_entries.ist_bis is not distinct from given.ist_bis
      order by time_entries.id for update of time_entries)
    update time_entries set submitted = held.refused is null, refused = held.refused, booked = held.booked
    from held where time_entries.id = held.id returning time_entries.id`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** As with entering times: whoever changes the happening waits, so that nobody waits for each other's entries. */
export async function lockHappeningForShare(tx: Tx, subhappeningId: number) {
  await tx
    .selectFrom('happenings')
    .innerJoin('subhappenings', 'subhappenings.happening_id', 'happenings.id')
    .where('subhappenings.id', '=', subhappeningId)
    .select('happenings.id')
    .forShare('happenings')
    .execute()
}

/** When a sending was started; its outcomes are the later ones, also those from before a crash. */
export async function findStart(db: Database, resultId: string | undefined): Promise<Date> {
  const { start } = await db
    .selectFrom('background_results')
    .where('id', '=', resultId ?? '')
    .select(sql<Date>`coalesce(min(created_at), now())`.as('start'))
    .executeTakeFirstOrThrow()
  return start
}

/** The last outcome of each entry since then. */
export async function listOutcomesSince(db: Database, subhappeningId: number, start: Date) {
  const { rows } = await sql<Outcome>`
    select distinct on (entry_id) first_name, last_name, subcontractor, kind, message, new_von is null as "isEmpty"
    from time_history join time_entries on time_entries.id = entry_id
    where subhappening_id = ${subhappeningId} and kind in ('sent', 'withdrawn', 'refused') and at >= ${start}
    order by entry_id, time_history.id desc`.execute(db)
  return rows
}
type Outcome = Named & {
  kind: 'sent' | 'withdrawn' | 'refused'
  message: string | null
  /** Whether it was sent to be withdrawn. */
  isEmpty: boolean
}
export type Named = { first_name: string | null; last_name: string | null; subcontractor: string | null }
