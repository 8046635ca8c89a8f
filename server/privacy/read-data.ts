import type { PersonalData } from '#contract/privacy.ts'
import type { Caller } from '#server/caller.ts'
import type { Kontor } from '#server/kontor.ts'
import { countSections, type Scope } from './section-store.ts'
import { sections } from './sections-store.ts'
import { type DataSubject, getSubject } from './subject-store.ts'

/**
 * Users export their own data (scope `own`), administrators those of others. The contract requires a new proof of
 * identity, since an open session alone should not suffice.
 */
export async function getSubjectInScope(
  kontor: Kontor,
  by: Caller,
  id: number,
): Promise<{ subject: DataSubject; scope: Scope }> {
  return { subject: await getSubject(kontor.db, id), scope: by.id === id ? 'own' : 'administrator' }
}

/** Number of rows per section. */
export async function countData(kontor: Kontor, by: Caller, id: number): Promise<PersonalData> {
  const opened = await getSubjectInScope(kontor, by, id)
  const counts = await countSections(kontor.db, sections, opened)
  return { parts: sections.map(({ name, title }) => ({ name, title, count: counts[name] ?? 0 })) }
}
