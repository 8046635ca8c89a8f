import { inCallerTransaction } from '#server/auth/own-transaction.ts'
import type { Caller } from '#server/caller.ts'
import type { Tx } from '#server/db/connect.ts'
import { refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { isFillable } from '../may-fill.ts'
import { recordFirstReading } from '../note-reading.ts'
import { lockDocForShare } from '../store.ts'

type OwnDoc = Awaited<ReturnType<typeof lockDocForShare>>

/**
 * Runs `act` on the caller's own answers, if the document can be filled in. Every call counts as reading the
 * document, even if no answer changes.
 */
export async function changeOwnAnswers<T>(
  kontor: Kontor,
  by: Caller,
  docId: number,
  act: (tx: Tx, doc: OwnDoc) => Promise<T>,
): Promise<T> {
  let isFirst = false
  const done = await inCallerTransaction(kontor, by, async (tx) => {
    const doc = await lockDocForShare(tx, by, docId)
    if (!isFillable(doc.status)) throw refuse('not_fillable')
    isFirst = doc.first_read_at === null
    return act(tx, doc)
  })
  // In a transaction of its own: many people share-lock the document, and an update here would wait for all of
  // them.
  if (isFirst) await recordFirstReading(kontor, docId)
  return done
}
