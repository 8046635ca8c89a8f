import { sql } from 'kysely'
import { CHECKED_VALUE, type Field } from '#contract/document/fields.ts'
import type { RepeatRule } from '#contract/rounds.ts'
import type { Database, Tx } from '#server/db/connect.ts'

/** Number of rounds in the statistics. */
const MAX_ROUNDS = 24
type RoundCount = { id: number; ended_at: Date; people: number; name: string | null; value: number | null }

/**
 * One row per round and field, the newest round first. `value`: number of ticks, or mean of the numbers. A round
 * that has none of these fields has one row without `name` and `value`.
 */
export async function countRounds(
  db: Database,
  docId: number,
  fields: readonly Field[],
): Promise<RoundCount[]> {
  const { rows } = await sql<RoundCount>`
    select rounds.id, rounds.ended_at, jsonb_array_length(results->'people') as people, counted.name, counted.value
    from (select id, ended_at, results from doc_rounds where doc_id = ${docId} order by id desc limit ${MAX_ROUNDS}) rounds
    left join lateral (
      select field.name, case when field.type = 'checkbox'
          then count(*) filter (where person->'data'->>field.name = ${CHECKED_VALUE})::float8
          else avg(case when jsonb_typeof(person->'data'->field.name) = 'number'
            then (person->'data'->>field.name)::float8 end) end as value
      from jsonb_to_recordset(${JSON.stringify(fields)}::jsonb) as field (name text, type text)
      cross join jsonb_array_elements(rounds.results->'people') as person
      where rounds.results->'fields' @> jsonb_build_array(jsonb_build_object('name', field.name, 'type', field.type))
      group by field.name, field.type
    ) counted on true
    order by rounds.id desc`.execute(db)
  return rows
}

const selectDueDocs = (db: Database) => db.selectFrom('docs').where('next_round_at', '<=', sql<Date>`now()`)

/** Includes documents that cannot be filled in or were deleted; `beginRounds` skips their rounds. */
export async function listDue(db: Database): Promise<number[]> {
  const rows = await selectDueDocs(db).select('id').orderBy('next_round_at').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

/** Undefined if no longer due. */
export const lockDueForUpdate = (tx: Tx, id: number) =>
  selectDueDocs(tx)
    .where('id', '=', id)
    .select(['id', 'name', 'status', 'public', 'fields', 'hand_in', 'deleted_at', 'repeats', 'next_round_at'])
    .forUpdate()
    .executeTakeFirst()

export const findRepeats = (db: Database, id: number) =>
  db.selectFrom('docs').where('id', '=', id).select('repeats').executeTakeFirst()

export async function setRepeats(tx: Tx, id: number, repeats: RepeatRule | null, next: Date | null) {
  await tx
    .updateTable('docs')
    .set({ repeats: repeats && JSON.stringify(repeats), next_round_at: next, last_update: sql`now()` })
    .where('id', '=', id)
    .execute()
}

export async function setNextRound(tx: Tx, id: number, next: Date) {
  await tx.updateTable('docs').set({ next_round_at: next }).where('id', '=', id).execute()
}
