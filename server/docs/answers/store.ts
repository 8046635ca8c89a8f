import { sql } from 'kysely'
import type { Value } from '#contract/document/fields.ts'
import type { Signature } from '#contract/document/signature.ts'
import type { Database, Tx } from '#server/db/connect.ts'

export type Answers = Record<string, Value>

/** `changed_at`: when one of them was entered last; all but the answers are undefined for who has entered nothing. */
export async function findFilledIn(db: Database, docId: number, userId: number): Promise<OwnAnswers> {
  const row = await db
    .selectFrom('doc_answers')
    .where('doc_id', '=', docId)
    .where('user_id', '=', userId)
    .select(['data', 'changed_at', 'handed_in_at', 'signature', 'taken_back'])
    .executeTakeFirst()
  return row ?? { data: {} }
}
type OwnAnswers = {
  data: Answers
  changed_at?: Date
  handed_in_at?: Date | null
  signature?: Signature | null
  taken_back?: number
}

/** `hidden`: the names of the fields that they are not asked for by then. */
type OneAnswers = { docId: number; userId: number; hidden: string[] }

/** The same while they are compared with what somebody believes: whoever fills in the same document waits. */
export async function lockAnswersForUpdate(
  tx: Tx,
  { docId, userId, hidden }: OneAnswers,
): Promise<{ data: Answers; handed_in_at: Date | null; taken_back: number }> {
  // A row that is not there yet cannot be held.
  await tx
    .insertInto('doc_answers')
    .values({ doc_id: docId, user_id: userId, data: '{}', hidden })
    .onConflict((conflict) => conflict.columns(['doc_id', 'user_id']).doNothing())
    .execute()
  return tx
    .selectFrom('doc_answers')
    .where('doc_id', '=', docId)
    .where('user_id', '=', userId)
    .select(['data', 'handed_in_at', 'taken_back'])
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export async function setHandedIn(
  tx: Tx,
  docId: number,
  userId: number,
  { at, signature }: { at: Date; signature: Signature | null },
) {
  await tx
    .updateTable('doc_answers')
    .set({ handed_in_at: at, signature: signature && JSON.stringify(signature) })
    .where('doc_id', '=', docId)
    .where('user_id', '=', userId)
    .execute()
}

export async function setTakenBack(tx: Tx, docId: number, userId: number): Promise<number> {
  const { taken_back } = await tx
    .updateTable('doc_answers')
    .set({ handed_in_at: null, signature: null, taken_back: sql`taken_back + 1` })
    .where('doc_id', '=', docId)
    .where('user_id', '=', userId)
    .returning('taken_back')
    .executeTakeFirstOrThrow()
  return taken_back
}

/** Named fields are replaced, null empties them; what others of the same person's devices wrote stays. */
export async function mergeAnswers(tx: Tx, { docId, userId, hidden }: OneAnswers, data: Answers) {
  await tx
    .insertInto('doc_answers')
    .values({ doc_id: docId, user_id: userId, hidden, data: sql`jsonb_strip_nulls(${JSON.stringify(data)})` })
    .onConflict((conflict) =>
      conflict.columns(['doc_id', 'user_id']).doUpdateSet({
        data: sql`jsonb_strip_nulls(doc_answers.data || ${JSON.stringify(data)})`,
        hidden,
        changed_at: sql`now()`,
      }),
    )
    .execute()
}

export function lockAllAnswersForUpdate(tx: Tx, docId: number) {
  return tx
    .selectFrom('doc_answers')
    .where('doc_id', '=', docId)
    .select(['id', 'data', 'hidden'])
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Nobody waits: they may be others a moment later. */
export const listAnswers = (db: Database, docId: number) =>
  db.selectFrom('doc_answers').where('doc_id', '=', docId).select('data').execute()

export async function setAnswers(tx: Tx, id: number, { data, hidden }: { data: Answers; hidden: string[] }) {
  await tx
    .updateTable('doc_answers')
    .set({ data: JSON.stringify(data), hidden })
    .where('id', '=', id)
    .execute()
}

export async function deleteAnswers(tx: Tx, docId: number) {
  await tx.deleteFrom('doc_answers').where('doc_id', '=', docId).execute()
}
