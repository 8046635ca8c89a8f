import { parsePhotoId } from '#contract/document/photos.ts'
import { audit } from '#server/audit/audit.ts'
import type { Caller } from '#server/caller.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutDocs } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { deleteAnswers } from '../answers/store.ts'
import { movePhotosToRound } from '../photos/store.ts'
import { getDocHead, incrementRound, lockDocForUpdate } from '../store.ts'
import { readResultsTable } from './read-results.ts'
import { insertRound, listRounds } from './store.ts'

/** Clears all answers. The former table is stored as a round and can be downloaded at any time. */
export function resetResults(kontor: Kontor, by: Caller, docId: number) {
  return inTransaction(kontor, async (tx) => {
    const doc = await lockDocForUpdate(tx, docId)
    const people = await endRound(tx, doc, by)
    await audit(tx, by.id, 'doc.reset', { doc_id: docId, people })
    changed(tx, aboutDocs)
  })
}

/**
 * Deletes the answers, after storing them as a round if there are any. The document must be locked. `by`: null
 * if a new round starts automatically. Returns the number of people with answers.
 */
export async function endRound(
  tx: Tx,
  doc: Parameters<typeof readResultsTable>[1],
  by: { id: number; username: string } | null,
): Promise<number> {
  const { fields, people: all } = await readResultsTable(tx, doc, '', { signatures: true })
  const people = all.filter(({ data, handed_in_at }) => handed_in_at || Object.keys(data).length > 0)
  const { hand_in } = doc
  if (people.length > 0) {
    const round = await insertRound(tx, doc.id, by, { fields, people, ...(hand_in && { hand_in }) })
    const photos = people.flatMap(({ data }) =>
      Object.values(data).flatMap((value) => parsePhotoId(value) ?? []),
    )
    if (photos.length > 0) await movePhotosToRound(tx, doc.id, round, photos)
  }
  await deleteAnswers(tx, doc.id)
  await incrementRound(tx, doc.id)
  return people.length
}

export async function readRounds({ db }: Kontor, by: Caller, docId: number) {
  await getDocHead(db, by, docId)
  return { items: await listRounds(db, docId) }
}
