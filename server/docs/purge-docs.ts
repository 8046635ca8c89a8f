import type { Kontor } from '#server/kontor.ts'
import { aboutDocHeads } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { deleteOldDocs } from './store.ts'

/** Permanently deletes documents that were deleted so long ago that they can no longer be restored. */
export const purgeDocs = (kontor: Kontor) =>
  inTransaction(kontor, async (tx) => {
    if (await deleteOldDocs(tx)) changed(tx, aboutDocHeads)
  })
