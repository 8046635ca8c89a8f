import { isDeepStrictEqual } from 'node:util'
import { parseContent } from '#contract/document/check.ts'
import type { Field } from '#contract/document/fields.ts'
import { InvalidContentError } from '#contract/document/invalid-content.ts'
import { optionRenames, withPreviousTexts } from '#contract/document/options.ts'
import { fieldsOf } from '#contract/document/outline.ts'
import { documentLimits, type Tree } from '#contract/document/tree.ts'
import { audit } from '#server/audit/audit.ts'
import type { Caller } from '#server/caller.ts'
import type { Tx } from '#server/db/connect.ts'
import { refuse, refuseInvalid } from '#server/http/errors.ts'
import { matchesEtag, tagsOf } from '#server/http/serve.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutDocHeads, aboutDocs } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { hiddenFieldNames, type Renames, renameAnswers, toNewName } from './answers/rename-answers.ts'
import { refreshIsFilled } from './filled-store.ts'
import { lockDocForUpdate, setContent } from './store.ts'
import { collectImageIds } from './uploaded-images.ts'
import { deleteExcessVersions, setCurrentNames, storeCurrentVersion } from './versions/store.ts'

type SentContent = { content: unknown; renames?: Renames }

/** Validates the content and stores it as a new version. */
export function saveContent(
  kontor: Kontor,
  by: Caller,
  doc_id: number,
  { content: sent, renames = {} }: SentContent,
  ifMatch: string | undefined,
): Promise<number> {
  const content = checkSentContent(sent)
  return inTransaction(kontor, async (tx) => {
    const doc = await lockDocForUpdate(tx, doc_id)
    requireCurrentVersion(doc, ifMatch)
    const saved = await storeContent(tx, kontor, by, doc, { content, renames: trimRenames(renames) })
    await audit(tx, by.id, 'doc.save', { doc_id, version: saved })
    return saved
  })
}

/**
 * Refuses if If-Match names another version, so that nobody overwrites a version that they have not seen.
 * Without the header nothing is checked.
 */
export function requireCurrentVersion({ version }: { version: number }, ifMatch: string | undefined) {
  if (ifMatch !== undefined && !matchesVersion(ifMatch, version)) throw refuse('newer_version')
}

/** The document before the change, locked. */
type PreviousDoc = { id: number; fields: Field[] }

/**
 * Only for restoring a version. `gone`: its fields that the document no longer has. `restores`: when it was
 * saved.
 */
type NewContent = { content: Tree; renames: Renames; gone?: Field[]; restores?: Date }

/**
 * Replaces the content: answers move to renamed fields in the same transaction, and both contents are kept as
 * versions.
 */
export async function storeContent(
  tx: Tx,
  { config }: Kontor,
  by: Caller,
  doc: PreviousDoc,
  { content, renames, gone, restores }: NewContent,
): Promise<number> {
  const { id, fields: before } = doc
  const change = planContentChange(content, before, renames, gone)
  const { fields, renames: moving, options } = change
  await storeCurrentVersion(tx, id)
  const isAboutAnswers =
    Object.keys(moving).length > 0 || options.size > 0 || [...fields, ...before].some(({ shown }) => shown)
  if (isAboutAnswers) await renameAnswers(tx, id, change)
  const saved = await setContent(tx, id, {
    content,
    fields,
    images: collectImageIds(content),
    hidden: hiddenFieldNames(fields, {}),
  })
  const isSame = isDeepStrictEqual(fields, before) && Object.keys(moving).length === 0 && options.size === 0
  if (!isSame) await refreshIsFilled(tx, { docId: id })
  if (Object.keys(moving).length > 0) await setCurrentNames(tx, id, moving)
  await storeCurrentVersion(tx, id, { saved_by: by.id, restores: restores ?? null })
  await deleteExcessVersions(tx, id, config.timeZone)
  changed(tx, isSame ? aboutDocHeads : aboutDocs)
  return saved
}

/** The fields of the new content, and the changes that it requires in stored answers. */
export function planContentChange(content: Tree, before: Field[], renames: Renames, gone: Field[] = []) {
  const present = fieldsOf(content)
  const moving = applicableRenames(present, renames)
  return { renames: moving, ...carryOverOptions(present, [...before, ...gone], moving) }
}

/** Trimmed like the field names in the content. */
const trimRenames = (renames: Renames): Renames =>
  Object.fromEntries(Object.entries(renames).map(([from, to]) => [from.trim(), to.trim()]))

/**
 * Keeps a rename if its new name is a field and its old name is not. The old name may be a field if another
 * rename leads to it, as in a swap of two names.
 */
function applicableRenames(fields: Field[], renames: Renames): Renames {
  const names = new Set(fields.map(({ name }) => name))
  const taken = new Set(Object.values(renames))
  return Object.fromEntries(
    Object.entries(renames).filter(([from, to]) => names.has(to) && (!names.has(from) || taken.has(from))),
  )
}

/**
 * Returns the new fields, with former texts of their options, and the option texts that have to be replaced in
 * answers.
 */
function carryOverOptions(present: Field[], before: Field[], moving: Renames) {
  const former = new Map(before.map((field) => [toNewName(moving, field.name), field.options ?? []]))
  const options = new Map<string, ReadonlyMap<string, string>>()
  const fields = present.map((field) => {
    const previous = former.get(field.name)
    if (!field.options || !previous) return field
    const words = optionRenames(field.options, previous)
    if (words.size > 0) options.set(field.name, words)
    return { ...field, options: withPreviousTexts(field.options, previous) }
  })
  return { fields, options }
}

export const etagOf = (version: number) => `"${version}"`

/** Only contents can conflict, so only the version part of the tag is compared. */
const matchesVersion = (header: string, version: number) =>
  matchesEtag(header, etagOf(version)) || tagsOf(header).some((tag) => tag.startsWith(`"${version}-`))

function checkSentContent(sent: unknown): Tree {
  try {
    const content = parseContent(sent)
    if (Buffer.byteLength(JSON.stringify(content)) > documentLimits.bytes)
      throw refuse('too_large', 'Der Inhalt ist größer als 2 MB.')
    return content
  } catch (error) {
    if (error instanceof InvalidContentError)
      throw refuseInvalid(['body', 'content', ...error.place], error.message)
    throw error
  }
}
