import type { Kontor } from '#server/kontor.ts'
import { aboutDocHeads } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { deleteOldDocs } from './store.ts'

/** Documents that were deleted long ago go for good; until then administrators can bring them back. */
export const purgeDocs = (kontor: Kontor) =>
  inTransaction(kontor, async (tx) => {
    if (await deleteOldDocs(tx)) changed(tx, aboutDocHeads)
  })
