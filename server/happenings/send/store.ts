// SQL of sendings: the entries to send, and their outcomes.
import { sql } from 'kysely'
import type { Database, Tx } from '#server/db/connect.ts'
import { countRows } from '#server/lists/list-store.ts'
import { isRecorderCondition } from '../may-see-store.ts'
import { isAwaitedCondition } from '../times/store.ts'

/** Status of the part's happening, and rights of the sender; undefined if the part no longer exists. */
export function findSenderRights(db: Database, subhappeningId: number, userId: number) {
  return db
    .selectFrom('subhappenings')
    .innerJoin('happenings', 'happenings.id', 'subhappenings.happening_id')
    .leftJoin('users', (join) => join.on('users.id', '=', userId))
    .where('subhappenings.id', '=', subhappeningId)
    .select([
      'happenings.status',
      sql<boolean>`coalesce(users.is_active, false)`.as('is_active'),
      sql<boolean>`coalesce(users.is_admin, false)`.as('is_admin'),
      isRecorderCondition(sql.ref('users.id')).as('is_recorder'),
    ])
    .executeTakeFirst()
}

/** Unsent entries that are complete or absent, and entries to withdraw. */
const selectSendable = (db: Database, subhappeningId: number, after: number) =>
  db
    .selectFrom('time_entries')
    .where('subhappening_id', '=', subhappeningId)
    .where('id', '>', after)
    .where('submitted', '=', false)
    .where((eb) =>
      eb.or([
        eb.and([eb('ist_von', 'is not', null), eb('ist_bis', 'is not', null)]),
        eb.ref('absent'),
        eb.ref('to_withdraw'),
      ]),
    )

/**
 * The next entries to send, ordered by id. `last_refusal`: history id of the latest refusal, so that a new
 * attempt after a refusal has another idempotency key. `sent_revision`: the revision plus the offset
 * `sent_from`.
 */
export function lockSendableForUpdate(tx: Tx, subhappeningId: number, after: number, limit: number) {
  return selectSendable(tx, subhappeningId, after)
    .select([
      'id',
      'planner_id',
      'revision',
      sql<number>`revision + (select sent_from from revisions)`.as('sent_revision'),
      'ist_von',
      'ist_bis',
      'ist_pause',
      'note',
      'absent',
      'unplanned',
      sql<string>`(select planner_id from subhappenings where id = subhappening_id)`.as('part_planner_id'),
      'booked',
      'personalnummer',
      'first_name',
      'last_name',
      'subcontractor',
      sql<number | null>`(select max(id) from time_history
        where entry_id = time_entries.id and kind = 'refused')`.as('last_refusal'),
    ])
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute()
}
export type Sendable = Awaited<ReturnType<typeof lockSendableForUpdate>>[number]

export const countSendable = (db: Database, subhappeningId: number, after: number) =>
  countRows(selectSendable(db, subhappeningId, after))

export function getPartNames(tx: Tx, subhappeningId: number) {
  return tx
    .selectFrom('subhappenings')
    .innerJoin('happenings', 'happenings.id', 'subhappenings.happening_id')
    .where('subhappenings.id', '=', subhappeningId)
    .select([
      'happenings.id as happening_id',
      'happenings.name as happening_name',
      'subhappenings.id as subhappening_id',
      'subhappenings.name as subhappening_name',
    ])
    .executeTakeFirstOrThrow()
}

/** Counts expected entries that lack a start or an end. Entries of absent people are not counted. */
export const countIncomplete = (db: Database, subhappeningId: number) =>
  countRows(
    db
      .selectFrom('time_entries')
      .where('subhappening_id', '=', subhappeningId)
      .where('submitted', '=', false)
      .where('to_withdraw', '=', false)
      .where('absent', '=', false)
      .where((eb) => eb.or([eb('ist_von', 'is', null), eb('ist_bis', 'is', null)]))
      .where(isAwaitedCondition),
  )

/** Call before sending: the planner may accept the times although its answer gets lost. */
export async function setBooked(tx: Tx, ids: number[]) {
  await tx
    .updateTable('time_entries')
    .set({ booked: true })
    .where('id', '=', sql<number>`any(${ids}::int[])`)
    .execute()
}

export type SendingOutcome = {
  id: number
  revision: number
  ist_von: string | null
  ist_bis: string | null
  refused: string | null
  booked: boolean
}

/**
 * Stores the planner's answers for entries that have not changed since they were sent; returns the ids of
 * these entries. Locks in the order of ids, like all changes of entries.
 */
export async function setOutcomes(tx: Tx, answered: SendingOutcome[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(answered)}::jsonb)
        as t (id integer, revision integer, ist_von timestamp, ist_bis timestamp, refused text, booked boolean)),
    locked as (
      select time_entries.id, given.refused, given.booked from time_entries join given using (id, revision)
      where not time_entries.submitted
        and time_entries.ist_von is not distinct from given.ist_von
        and time_entries.ist_bis is not distinct from given.ist_bis
      order by time_entries.id for update of time_entries)
    update time_entries set submitted = locked.refused is null, refused = locked.refused, booked = locked.booked
    from locked where time_entries.id = locked.id returning time_entries.id`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** Entries that are already marked as sent with this revision, by another run of the same job. */
export async function listSubmitted(
  tx: Tx,
  entries: { id: number; revision: number }[],
): Promise<Set<number>> {
  if (entries.length === 0) return new Set()
  const { rows } = await sql<{ id: number }>`
    select id from time_entries
      join jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as given (id integer, revision integer)
        using (id, revision)
    where submitted`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/**
 * Takes a shared lock on the happening, as entering times does. A change of the happening waits for it;
 * transactions that enter or send times do not wait for each other here.
 */
export async function lockHappeningForShare(tx: Tx, subhappeningId: number) {
  await tx
    .selectFrom('happenings')
    .innerJoin('subhappenings', 'subhappenings.happening_id', 'happenings.id')
    .where('subhappenings.id', '=', subhappeningId)
    .select('happenings.id')
    .forShare('happenings')
    .execute()
}

/**
 * Start of a sending. All answers of the planner since then belong to this sending, including those received
 * before a crash of the job.
 */
export async function getSendingStart(db: Database, resultId: string | undefined): Promise<Date> {
  const { start } = await db
    .selectFrom('background_results')
    .where('id', '=', resultId ?? '')
    .select(sql<Date>`coalesce(min(created_at), now())`.as('start'))
    .executeTakeFirstOrThrow()
  return start
}

/** Last answer of the planner per entry since `start`. */
export async function listOutcomesSince(db: Database, subhappeningId: number, start: Date) {
  const { rows } = await sql<SentOutcome>`
    select distinct on (entry_id) first_name, last_name, subcontractor, kind, message,
      new_von is null and not coalesce(new_absent, false) as "isEmpty"
    from time_history join time_entries on time_entries.id = entry_id
    where subhappening_id = ${subhappeningId} and kind in ('sent', 'withdrawn', 'refused') and at >= ${start}
    order by entry_id, time_history.id desc`.execute(db)
  return rows
}
type SentOutcome = NamedPerson & {
  kind: 'sent' | 'withdrawn' | 'refused'
  message: string | null
  /** True if the entry was sent as a withdrawal. */
  isEmpty: boolean
}
export type NamedPerson = {
  first_name: string | null
  last_name: string | null
  subcontractor: string | null
}
