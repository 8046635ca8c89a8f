import { audit } from '#server/audit/audit.ts'
import { announceDoc } from '#server/docs/change-doc.ts'
import { setDoc, setUnread } from '#server/docs/store.ts'
import { listReaders } from '#server/docs/visibility-store.ts'
import { oneByOne } from '#server/every.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutDocHeads } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { listDue, lockDueForUpdate } from './store.ts'

/**
 * Publishes documents whose scheduled time has come. Only one node publishes each document. Documents that became
 * due during a downtime are published at the next start.
 */
export async function publishDue(kontor: Kontor) {
  await oneByOne(await listDue(kontor.db), (id) =>
    inTransaction(kontor, async (tx) => {
      const doc = await lockDueForUpdate(tx, id)
      // Another node has published it, or the publication was cancelled.
      if (!doc) return
      await setDoc(tx, id, { status: 'Aktiv', publish_at: null })
      await setUnread(tx, id)
      await audit(tx, null, 'doc.publish_due', { doc_id: id })
      if (doc.publish_tells)
        await announceDoc(tx, kontor, doc, await listReaders(tx, { ...doc, status: 'Aktiv' }))
      changed(tx, aboutDocHeads)
    }),
  )
}
