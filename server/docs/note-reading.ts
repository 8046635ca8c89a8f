import type { Kontor } from '#server/kontor.ts'
import { aboutDocHeads } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { setRead } from './store.ts'

/**
 * Marks a document as read when somebody opens it or fills it in for the first time. Does not store who.
 * Administrators see which documents nobody has opened yet.
 */
export const recordFirstReading = (kontor: Kontor, id: number) =>
  inTransaction(kontor, async (tx) => {
    if (await setRead(tx, id)) changed(tx, aboutDocHeads)
  })
