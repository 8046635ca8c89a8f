import type { DocStatus } from '#contract/docs.ts'
import { fieldsOf } from '#contract/document/fields.ts'
import { emptyDocument } from '#contract/document/tree.ts'
import { audit } from '#server/audit/audit.ts'
import type { Caller } from '#server/caller.ts'
import type { Tx } from '#server/db/connect.ts'
import { invalid } from '#server/http/errors.ts'
import { readName } from '#server/http/typed-name.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutDocs } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { notify } from '#server/push/notify.ts'
import { getDoc, getDocHead, insertDoc, lockDocForUpdate, setDeleted, setDoc, setUnread } from './store.ts'
import { imagesOf } from './uploaded-images.ts'
import { copyGroups, listReaders } from './visibility-store.ts'

/** A new document is a draft, empty, and shown to nobody but administrators. */
export function createDoc(kontor: Kontor, by: Caller, typed: string): Promise<number> {
  const name = checkDocName(typed)
  return inTransaction(kontor, async (tx) => {
    const doc_id = await insertDoc(tx, { name, content: emptyDocument, fields: [], images: [] })
    await audit(tx, by.id, 'doc.create', { doc_id, name })
    changed(tx, aboutDocs)
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
    changed(tx, aboutDocs)
  })
}

/** Any status may follow any. */
export function setDocStatus(kontor: Kontor, by: Caller, doc_id: number, status: DocStatus) {
  return inTransaction(kontor, async (tx) => {
    const doc = await lockDocForUpdate(tx, doc_id)
    if (status === doc.status) return
    await setDoc(tx, doc_id, { status })
    if (status === 'Aktiv') await setUnread(tx, doc_id)
    await audit(tx, by.id, 'doc.status', { doc_id, from: doc.status, to: status })
    if (status === 'Aktiv') await announceDoc(tx, kontor, by, { ...doc, status })
    changed(tx, aboutDocs)
  })
}

const COPY = ' (Kopie)'
/** Content and groups as a new draft, without answers. */
export function copyDoc(kontor: Kontor, by: Caller, doc_id: number): Promise<number> {
  return inTransaction(kontor, async (tx) => {
    const { name, content } = await getDoc(tx, by, doc_id)
    const copyId = await insertDoc(tx, {
      name: name.slice(0, LONGEST - COPY.length).toWellFormed() + COPY,
      content,
      fields: fieldsOf(content),
      images: imagesOf(content),
    })
    await copyGroups(tx, doc_id, copyId)
    await audit(tx, by.id, 'doc.copy', { doc_id, copy_id: copyId })
    changed(tx, aboutDocs)
    return copyId
  })
}

/** It is kept for a while with all that belongs to it, and can be brought back. */
export function removeDoc(kontor: Kontor, by: Caller, doc_id: number) {
  return inTransaction(kontor, async (tx) => {
    const { name } = await lockDocForUpdate(tx, doc_id)
    await setDeleted(tx, doc_id, true)
    await audit(tx, by.id, 'doc.delete', { doc_id, name })
    changed(tx, aboutDocs)
  })
}

/** A document that is not deleted stays as it is. */
export function restoreDoc(kontor: Kontor, by: Caller, doc_id: number) {
  return inTransaction(kontor, async (tx) => {
    if (await setDeleted(tx, doc_id, false)) {
      await audit(tx, by.id, 'doc.restore', { doc_id })
      changed(tx, aboutDocs)
    } else await getDocHead(tx, by, doc_id)
  })
}

const LONGEST = 200
const problems = {
  empty: 'Der Name des Prozesses darf nicht leer sein.',
  unseen: 'Der Name des Prozesses enthält Zeichen, die man nicht sieht.',
  long: `Der Name des Prozesses darf höchstens ${LONGEST} Zeichen haben.`,
}

/** Names of documents need not be unique. */
function checkDocName(typed: string): string {
  const read = readName(typed, { longest: LONGEST })
  if ('problem' in read) throw invalid(['body', 'name'], problems[read.problem])
  return read.name
}

type Announced = { id: number; name: string; status: DocStatus; public: boolean }

/** A document that becomes Aktiv is news for everybody who fills it in from now on. */
async function announceDoc(tx: Tx, kontor: Kontor, by: Caller, doc: Announced) {
  const readers = await listReaders(tx, doc, by.id)
  await notify(
    tx,
    kontor,
    readers,
    {
      title: 'Neuer Prozess',
      body: doc.name,
      path: `/ui/docs/${doc.id}/show`,
      tag: `doc-${doc.id}`,
    },
    { wish: 'new_document' },
  )
}
