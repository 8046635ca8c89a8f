import type { Caller } from '#server/caller.ts'
import { refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { getDocHead } from '../store.ts'
import { findVersion, listVersions } from './store.ts'

export async function readVersions(
  { db }: Kontor,
  by: Caller,
  docId: number,
  asked: Parameters<typeof listVersions>[2],
) {
  await getDocHead(db, by, docId)
  const { items, pages } = await listVersions(db, docId, asked)
  return { items: items.map(told), pages }
}

export async function readVersion({ db }: Kontor, by: Caller, docId: number, version: number) {
  await getDocHead(db, by, docId)
  const found = await findVersion(db, docId, version)
  if (!found) throw refuse('not_found')
  return told(found)
}

const told = <V extends { saved_at: Date; restores: Date | null }>({
  saved_at,
  restores,
  ...version
}: V) => ({
  ...version,
  saved_at: saved_at.toISOString(),
  restores: restores?.toISOString() ?? null,
})
