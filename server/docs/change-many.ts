import type { DocStatus } from '#contract/docs.ts'
import { audit } from '#server/audit/audit.ts'
import type { Caller } from '#server/caller.ts'
import type { Tx } from '#server/db/connect.ts'
import { refuseMissing } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutDocHeads } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { filterUntouched, type SinceAuditId, storeUndo } from '#server/undo/keep-undo.ts'
import { applyDocStatus } from './change-doc.ts'
import { docSentences } from './sentences.ts'
import { lockDocsForUpdate, setDoc } from './store.ts'

/** Sets the status of many documents: of all, or of none if one does not exist. Can be undone. */
export function setManyStatuses(kontor: Kontor, by: Caller, ids: number[], status: DocStatus) {
  const wanted = [...new Set(ids)]
  return inTransaction(kontor, async (tx) => {
    const docs = await lockDocsForUpdate(tx, wanted)
    if (docs.length < wanted.length) throw refuseMissing(wanted, docs, docSentences.oneIsGone)
    const before: StatusUndoData['before'] = []
    for (const doc of docs)
      if (await applyDocStatus(tx, kontor, by, doc, status))
        before.push([doc.id, doc.status, doc.publish_at?.toISOString() ?? null])
    return storeUndo(tx, by, 'docs.status', before.length, { status, before })
  })
}

type StatusUndoData = SinceAuditId & {
  status: DocStatus
  before: [id: number, status: DocStatus, publish_at: string | null][]
}

/**
 * Undoes `setManyStatuses`. A document gets its former status back only if it still has the status set by that
 * call, and was neither changed, published nor scheduled since. A cancelled publication is scheduled again,
 * unless its time has passed.
 */
export async function undoDocStatus(
  tx: Tx,
  _kontor: Kontor,
  by: Caller,
  { status, before, ...since }: StatusUndoData,
) {
  const docs = await lockDocsForUpdate(
    tx,
    before.map(([id]) => id),
  )
  const alike = docs.filter((doc) => doc.status === status && doc.publish_at === null).map(({ id }) => id)
  const same = new Set(await filterUntouched(tx, since, statusAuditActions, alike))
  const back = before
    .map(([doc_id, was, at]) => ({ doc_id, was, publish_at: at === null ? null : futureDateOrNull(at) }))
    .filter(({ doc_id, was, publish_at }) => same.has(doc_id) && (was !== status || publish_at))
  for (const { doc_id, was, publish_at } of back) {
    await setDoc(tx, doc_id, { status: was, publish_at })
    if (was === status) await audit(tx, by.id, 'doc.call_off', { doc_id, undone: true })
    else await audit(tx, by.id, 'doc.status', { doc_id, from: status, to: was, undone: true })
  }
  if (back.length > 0) changed(tx, aboutDocHeads)
  return { undone: back.length, left: before.length - back.length }
}

const futureDateOrNull = (at: string) => (Date.parse(at) > Date.now() ? new Date(at) : null)

const statusAuditActions = {
  actions: ['doc.status', 'doc.publish', 'doc.publish_due'],
  object: 'doc',
} as const
