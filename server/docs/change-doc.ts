import type { DocStatus } from '#contract/docs.ts'
import { parseContent } from '#contract/document/check.ts'
import { fieldsOf } from '#contract/document/outline.ts'
import { emptyDocument } from '#contract/document/tree.ts'
import { type DocTemplateKey, templates } from '#contract/words/templates.ts'
import { audit } from '#server/audit/audit.ts'
import type { Caller } from '#server/caller.ts'
import type { Tx } from '#server/db/connect.ts'
import { checkName } from '#server/http/input/typed-name.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutDocHeads } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { notify } from '#server/push/notify.ts'
import { hiddenFieldNames } from './answers/rename-answers.ts'
import { getDoc, getDocHead, insertDoc, lockDocForUpdate, setDeleted, setDoc, setUnread } from './store.ts'
import { templateContents } from './templates/templates.ts'
import { collectImageIds } from './uploaded-images.ts'
import { storeCurrentVersion } from './versions/store.ts'
import { copyGroups, listReaders } from './visibility-store.ts'

type NewDoc = { name: string; template?: DocTemplateKey }

/** A new document is a draft, empty or from a template, visible to administrators only. */
export function createDoc(kontor: Kontor, by: Caller, { name: typed, template }: NewDoc): Promise<number> {
  const name = checkDocName(typed)
  const content = template ? parseContent(templateContents[template]) : emptyDocument
  return inTransaction(kontor, async (tx) => {
    const fields = fieldsOf(content)
    const hidden = hiddenFieldNames(fields, {})
    const doc_id = await insertDoc(tx, { name, content, fields, images: [], hidden })
    await storeCurrentVersion(tx, doc_id, { saved_by: by.id })
    await audit(tx, by.id, 'doc.create', { doc_id, name, ...(template && { template: templates[template] }) })
    changed(tx, aboutDocHeads)
    return doc_id
  })
}

export function renameDoc(kontor: Kontor, by: Caller, doc_id: number, typed: string) {
  const name = checkDocName(typed)
  return inTransaction(kontor, async (tx) => {
    const doc = await lockDocForUpdate(tx, doc_id)
    if (name === doc.name) return
    await setDoc(tx, doc_id, { name })
    await audit(tx, by.id, 'doc.rename', { doc_id, from: doc.name, to: name })
    changed(tx, aboutDocHeads)
  })
}

/** Every change of status is allowed. Setting a status by hand cancels a scheduled publication. */
export function setDocStatus(kontor: Kontor, by: Caller, doc_id: number, status: DocStatus) {
  return inTransaction(kontor, async (tx) =>
    applyDocStatus(tx, kontor, by, await lockDocForUpdate(tx, doc_id), status),
  )
}

type LockedDoc = Awaited<ReturnType<typeof lockDocForUpdate>>

/**
 * The caller must have locked the document. True if its status changed or a scheduled publication was cancelled.
 */
export async function applyDocStatus(tx: Tx, kontor: Kontor, by: Caller, doc: LockedDoc, status: DocStatus) {
  const { id: doc_id } = doc
  if (status === doc.status) {
    if (doc.publish_at === null) return false
    await setDoc(tx, doc_id, { publish_at: null })
    await audit(tx, by.id, 'doc.call_off', { doc_id })
    changed(tx, aboutDocHeads)
    return true
  }
  await setDoc(tx, doc_id, { status, publish_at: null })
  if (status === 'Aktiv') await setUnread(tx, doc_id)
  await audit(tx, by.id, 'doc.status', { doc_id, from: doc.status, to: status })
  if (status === 'Aktiv') await announceDoc(tx, kontor, doc, await listReaders(tx, { ...doc, status }, by.id))
  changed(tx, aboutDocHeads)
  return true
}

const COPY_SUFFIX = ' (Kopie)'
/** Copies content and groups into a new draft, without answers. */
export function copyDoc(kontor: Kontor, by: Caller, doc_id: number): Promise<number> {
  return inTransaction(kontor, async (tx) => {
    const { name, content, hand_in } = await getDoc(tx, by, doc_id)
    const fields = fieldsOf(content)
    const copyId = await insertDoc(tx, {
      name:
        Array.from(name)
          .slice(0, MAX_NAME_LENGTH - COPY_SUFFIX.length)
          .join('') + COPY_SUFFIX,
      content,
      fields,
      images: collectImageIds(content),
      hidden: hiddenFieldNames(fields, {}),
    })
    await copyGroups(tx, doc_id, copyId)
    if (hand_in) await setDoc(tx, copyId, { hand_in })
    await storeCurrentVersion(tx, copyId, { saved_by: by.id })
    await audit(tx, by.id, 'doc.copy', { doc_id, copy_id: copyId })
    changed(tx, aboutDocHeads)
    return copyId
  })
}

/** Soft delete: until `purgeDocs` removes the document, it can be restored with everything that belongs to it. */
export function removeDoc(kontor: Kontor, by: Caller, doc_id: number) {
  return inTransaction(kontor, async (tx) => {
    const { name } = await lockDocForUpdate(tx, doc_id)
    await setDeleted(tx, doc_id, true)
    await audit(tx, by.id, 'doc.delete', { doc_id, name })
    changed(tx, aboutDocHeads)
  })
}

/** No effect on a document that is not deleted. */
export function restoreDoc(kontor: Kontor, by: Caller, doc_id: number) {
  return inTransaction(kontor, async (tx) => {
    if (await setDeleted(tx, doc_id, false)) {
      await audit(tx, by.id, 'doc.restore', { doc_id })
      changed(tx, aboutDocHeads)
    } else await getDocHead(tx, by, doc_id)
  })
}

const MAX_NAME_LENGTH = 200
/** Names need not be unique. */
const checkDocName = (typed: string) =>
  checkName(typed, { what: 'Der Name des Prozesses', longest: MAX_NAME_LENGTH })

/** Notifies `readers` that they can fill in a document that has just become Aktiv. */
export async function announceDoc(
  tx: Tx,
  kontor: Kontor,
  { id, name }: { id: number; name: string },
  readers: number[],
) {
  const notification = {
    title: 'Neuer Prozess',
    body: name,
    path: `/ui/docs/${id}/show`,
    tag: `doc-${id}`,
  }
  await notify(tx, kontor, readers, notification, { wish: 'new_document' })
}
