import { audit } from '#server/audit/audit.ts'
import type { Caller } from '#server/caller.ts'
import type { Database } from '#server/db/connect.ts'
import { refuseInvalid } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutDocHeads } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { docSentences } from './sentences.ts'
import { getDocHead, lockDocForUpdate, setDoc } from './store.ts'
import { findGroupsNamed, listGroupIdsOf, listGroupsOf, setGroups } from './visibility-store.ts'

export async function readVisibility({ db }: Kontor, by: Caller, doc_id: number) {
  const doc = await getDocHead(db, by, doc_id)
  return { public: doc.public, groups: await listGroupsOf(db, doc_id) }
}

/** Keeps the groups of a document that becomes public, in case it becomes private again. */
export function setDocPublic(kontor: Kontor, by: Caller, doc_id: number, isPublic: boolean) {
  return inTransaction(kontor, async (tx) => {
    const doc = await lockDocForUpdate(tx, doc_id)
    if (doc.public === isPublic) return
    await setDoc(tx, doc_id, { public: isPublic })
    await audit(tx, by.id, 'doc.public', { doc_id, public: isPublic })
    changed(tx, aboutDocHeads)
  })
}

export function setDocGroups(kontor: Kontor, by: Caller, doc_id: number, names: string[]) {
  return inTransaction(kontor, async (tx) => {
    await lockDocForUpdate(tx, doc_id)
    const wanted = await resolveGroupNames(tx, names)
    const before = await listGroupIdsOf(tx, doc_id)
    if (new Set(before).symmetricDifference(wanted).size === 0) return
    await setGroups(tx, doc_id, [...wanted])
    await setDoc(tx, doc_id, {})
    await audit(tx, by.id, 'doc.groups', { doc_id, groups: names })
    changed(tx, aboutDocHeads)
  })
}

/** Resolves names of groups to ids. If a group does not exist, the refusal contains its name. */
export async function resolveGroupNames(db: Database, names: string[]): Promise<Set<number>> {
  const groups = await findGroupsNamed(
    db,
    names.map((name) => name.trim()),
  )
  const unknown = groups.find(({ id }) => id === null)
  if (unknown) throw refuseInvalid(['body', 'groups'], docSentences.noSuchGroup(unknown.asked))
  return new Set(groups.flatMap(({ id }) => id ?? []))
}
