import type { Kontor } from '#server/kontor.ts'
import { aboutDocHeads } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { setRead } from './store.ts'

/**
 * Administrators are told which documents nobody has opened yet, or filled in without opening them here. So the first
 * time is noted, once for all; not by whom.
 */
export const noteReading = (kontor: Kontor, id: number) =>
  inTransaction(kontor, async (tx) => {
    if (await setRead(tx, id)) changed(tx, aboutDocHeads)
  })
