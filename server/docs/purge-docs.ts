import type { Kontor } from '#server/kontor.ts'
import { aboutDocHeads } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { deleteOldDocs } from './store.ts'

/** Finally deletes documents whose time for restoring is over. */
export const purgeDocs = (kontor: Kontor) =>
  inTransaction(kontor, async (tx) => {
    if (await deleteOldDocs(tx)) changed(tx, aboutDocHeads)
  })
