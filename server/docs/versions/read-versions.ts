import type { Caller } from '#server/caller.ts'
import type { Kontor } from '#server/kontor.ts'
import { getDocHead } from '../store.ts'
import { getVersion, listVersions } from './store.ts'

export async function readVersions(
  { db }: Kontor,
  by: Caller,
  docId: number,
  query: Parameters<typeof listVersions>[2],
) {
  await getDocHead(db, by, docId)
  return listVersions(db, docId, query)
}

export async function readVersion({ db }: Kontor, by: Caller, docId: number, version: number) {
  await getDocHead(db, by, docId)
  return getVersion(db, docId, version)
}
