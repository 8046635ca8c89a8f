import type { Kontor } from '#server/kontor.ts'
import { aboutDocHeads } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { setRead } from './store.ts'

/**
 * Administrators see which documents no one has opened yet, or filled in unopened. So the first reading is
 * recorded, once and without the reader.
 */
export const noteReading = (kontor: Kontor, id: number) =>
  inTransaction(kontor, async (tx) => {
    if (await setRead(tx, id)) changed(tx, aboutDocHeads)
  })
