import { maxVersionNameLength } from '#contract/words/limits.ts'
import { audit } from '#server/audit/audit.ts'
import type { Caller } from '#server/caller.ts'
import { refuse } from '#server/http/errors.ts'
import { checkName } from '#server/http/input/typed-name.ts'
import type { Kontor } from '#server/kontor.ts'
import { inTransaction } from '#server/live/news.ts'
import { lockDocForUpdate } from '../store.ts'
import { countNamed, getVersion, setVersionName, versionLimits } from './store.ts'

/** `deleteExcessVersions` never deletes a named version. Names need not be unique. */
export function nameVersion(kontor: Kontor, by: Caller, doc_id: number, version: number, typed: string) {
  const name = checkName(typed, { what: 'Der Name der Fassung', longest: maxVersionNameLength })
  return inTransaction(kontor, async (tx) => {
    await lockDocForUpdate(tx, doc_id)
    const existing = await getVersion(tx, doc_id, version)
    if (existing.name === name) return
    if (existing.name === null && (await countNamed(tx, doc_id)) >= versionLimits.named)
      throw refuse('too_many_versions')
    await setVersionName(tx, doc_id, version, name)
    await audit(tx, by.id, 'doc.version_name', { doc_id, version, name })
  })
}

/** Without its name the version may be deleted by `deleteExcessVersions`. */
export function unnameVersion(kontor: Kontor, by: Caller, doc_id: number, version: number) {
  return inTransaction(kontor, async (tx) => {
    await lockDocForUpdate(tx, doc_id)
    const existing = await getVersion(tx, doc_id, version)
    if (existing.name === null) return
    await setVersionName(tx, doc_id, version, null)
    await audit(tx, by.id, 'doc.version_unname', { doc_id, version, name: existing.name })
  })
}
