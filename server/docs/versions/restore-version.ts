import { type AnswerValue, answerOf, type Field, hasVisibleValue } from '#contract/document/fields.ts'
import { audit } from '#server/audit/audit.ts'
import type { Caller } from '#server/caller.ts'
import type { Database } from '#server/db/connect.ts'
import type { Kontor } from '#server/kontor.ts'
import { inTransaction } from '#server/live/news.ts'
import { applyRenames, toNewName } from '../answers/rename-answers.ts'
import { listAnswers } from '../answers/store.ts'
import { planContentChange, requireCurrentVersion, storeContent } from '../save-content.ts'
import { getDocHead, lockDocForUpdate } from '../store.ts'
import { invertNames, removedFields } from './names.ts'
import { getVersion, listFields } from './store.ts'

/** Restores an older content by saving it again; the replaced one remains as a version. */
export function restoreVersion(
  kontor: Kontor,
  by: Caller,
  doc_id: number,
  version: number,
  ifMatch: string | undefined,
): Promise<number> {
  return inTransaction(kontor, async (tx) => {
    const doc = await lockDocForUpdate(tx, doc_id)
    const { is_same, saved_at, ...back } = await getRestorableVersion(tx, doc, version)
    // Checked before If-Match: a client that got no answer repeats the request, and its If-Match is outdated then.
    if (is_same) return doc.version
    requireCurrentVersion(doc, ifMatch)
    const saved = await storeContent(tx, kontor, by, doc, { ...back, restores: saved_at })
    await audit(tx, by.id, 'doc.version_restore', { doc_id, version: saved, restored: version })
    return saved
  })
}

type Doc = { id: number; fields: Field[] }

async function getRestorableVersion(db: Database, doc: Doc, version: number) {
  const stored = await getVersion(db, doc.id, version)
  const { content, names, saved_at, is_same } = stored
  const gone = removedFields(stored, doc.fields, await listFields(db, doc.id))
  return { content, renames: invertNames(names), gone, saved_at, is_same }
}

/** Preview of restoring: per field, the number of people whose answers would disappear or reappear. */
export async function readEffects({ db }: Kontor, by: Caller, docId: number, version: number) {
  const doc = await getDocHead(db, by, docId)
  const { content, renames, gone } = await getRestorableVersion(db, doc, version)
  const change = planContentChange(content, doc.fields, renames, gone)
  const [goes, returns] = [new Map<string, number>(), new Map<string, number>()]
  let people = 0
  for (const { data } of await listAnswers(db, docId)) {
    const before = new Set(
      answeredFieldNames(doc.fields, data).map((name) => toNewName(change.renames, name)),
    )
    const after = new Set(answeredFieldNames(change.fields, applyRenames(data, change)))
    const [going, returning] = [before.difference(after), after.difference(before)]
    for (const name of going) goes.set(name, (goes.get(name) ?? 0) + 1)
    for (const name of returning) returns.set(name, (returns.get(name) ?? 0) + 1)
    if (going.size + returning.size > 0) people++
  }
  return { people, goes: toFieldCounts(goes), returns: toFieldCounts(returns) }
}

const answeredFieldNames = (fields: Field[], data: Record<string, AnswerValue>) =>
  fields.filter((field) => hasVisibleValue(answerOf(field, data))).map(({ name }) => name)

const toFieldCounts = (people: ReadonlyMap<string, number>) =>
  [...people].map(([field, count]) => ({ field, people: count }))
