import { sql } from 'kysely'
import type { AnswerValue } from '#contract/document/fields.ts'
import type { Signature } from '#contract/document/signature.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { initialFieldCountColumn, refreshIsFilled } from '../filled-store.ts'

export type Answers = Record<string, AnswerValue>

/**
 * `changed_at`: time of the latest answer. If there is no row, `data` is empty and all other fields are
 * undefined.
 */
export async function findOwnAnswers(db: Database, docId: number, userId: number): Promise<OwnAnswers> {
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

/** `hidden`: names of the fields that are hidden with these answers. */
type AnswersTarget = { docId: number; userId: number; hidden: string[] }

/** Locks the row for a comparison with the expected values; concurrent saves of the same person and document wait. */
export async function lockAnswersForUpdate(
  tx: Tx,
  { docId, userId, hidden }: AnswersTarget,
): Promise<{ data: Answers; handed_in_at: Date | null; taken_back: number }> {
  // A missing row cannot be locked, so it is inserted first.
  await tx
    .insertInto('doc_answers')
    .values({
      doc_id: docId,
      user_id: userId,
      data: '{}',
      hidden,
      is_filled: sql`(select ${initialFieldCountColumn} = 0 from docs where docs.id = ${docId})`,
    })
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

/** Replaces the answers in `data`; null clears one. Answers to other fields, e.g. from another device, are kept. */
export async function mergeAnswers(tx: Tx, { docId, userId, hidden }: AnswersTarget, data: Answers) {
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
  await refreshIsFilled(tx, { docId, userId })
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

/** Reads without a lock: the answers may change before they are used. */
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
