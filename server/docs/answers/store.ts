import { sql } from 'kysely'
import type { Value } from '#contract/document/fields.ts'
import type { Database, Tx } from '#server/db/connect.ts'

export type Answers = Record<string, Value>

export async function findAnswers(db: Database, docId: number, userId: number): Promise<Answers> {
  const row = await db
    .selectFrom('doc_answers')
    .where('doc_id', '=', docId)
    .where('user_id', '=', userId)
    .select('data')
    .executeTakeFirst()
  return row?.data ?? {}
}

/** The same while they are compared with what somebody believes: whoever fills in the same document waits. */
export async function lockAnswersForUpdate(tx: Tx, docId: number, userId: number): Promise<Answers> {
  // A row that is not there yet cannot be held.
  await tx
    .insertInto('doc_answers')
    .values({ doc_id: docId, user_id: userId, data: '{}' })
    .onConflict((conflict) => conflict.columns(['doc_id', 'user_id']).doNothing())
    .execute()
  const { data } = await tx
    .selectFrom('doc_answers')
    .where('doc_id', '=', docId)
    .where('user_id', '=', userId)
    .select('data')
    .forUpdate()
    .executeTakeFirstOrThrow()
  return data
}

/** Named fields are replaced, null empties them; what others of the same person's devices wrote stays. */
export async function mergeAnswers(tx: Tx, docId: number, userId: number, data: Answers) {
  await tx
    .insertInto('doc_answers')
    .values({ doc_id: docId, user_id: userId, data: sql`jsonb_strip_nulls(${JSON.stringify(data)})` })
    .onConflict((conflict) =>
      conflict.columns(['doc_id', 'user_id']).doUpdateSet({
        data: sql`jsonb_strip_nulls(doc_answers.data || ${JSON.stringify(data)})`,
        changed_at: sql`now()`,
      }),
    )
    .execute()
}

export function lockAllAnswersForUpdate(tx: Tx, docId: number) {
  return tx
    .selectFrom('doc_answers')
    .where('doc_id', '=', docId)
    .select(['id', 'data'])
    .orderBy('id')
    .forUpdate()
    .execute()
}

export async function setAnswers(tx: Tx, id: number, data: Answers) {
  await tx
    .updateTable('doc_answers')
    .set({ data: JSON.stringify(data) })
    .where('id', '=', id)
    .execute()
}

export async function deleteAnswers(tx: Tx, docId: number) {
  await tx.deleteFrom('doc_answers').where('doc_id', '=', docId).execute()
}
