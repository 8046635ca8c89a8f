import type { Caller } from '#server/caller.ts'
import { refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { getDocHead } from '../store.ts'
import { findVersion, listVersions } from './store.ts'

export async function readVersions(
  { db }: Kontor,
  by: Caller,
  docId: number,
  query: Parameters<typeof listVersions>[2],
) {
  await getDocHead(db, by, docId)
  const { items, pages } = await listVersions(db, docId, query)
  return { items: items.map(toAnswer), pages }
}

export async function readVersion({ db }: Kontor, by: Caller, docId: number, version: number) {
  await getDocHead(db, by, docId)
  const row = await findVersion(db, docId, version)
  if (!row) throw refuse('not_found')
  return toAnswer(row)
}

const toAnswer = <V extends { saved_at: Date; restores: Date | null }>({
  saved_at,
  restores,
  ...version
}: V) => ({
  ...version,
  saved_at: saved_at.toISOString(),
  restores: restores?.toISOString() ?? null,
})
