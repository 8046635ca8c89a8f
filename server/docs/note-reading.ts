import type { Doc } from '#contract/docs.ts'
import type { Caller } from '#server/caller.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutDocs } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { isFillable } from './may-fill.ts'
import { setRead } from './store.ts'

type Read = Pick<Doc, 'id' | 'status'> & { isUnread: boolean }

/**
 * Administrators are told which documents nobody has opened yet. So the first reading of an Aktiv one by somebody of the
 * staff is noted, once for all; not by whom.
 */
export async function noteReading(kontor: Kontor, by: Caller, { id, status, isUnread }: Read) {
  if (by.is_admin || !isUnread || !isFillable(status)) return
  await inTransaction(kontor, async (tx) => {
    if (await setRead(tx, id)) changed(tx, aboutDocs)
  })
}
