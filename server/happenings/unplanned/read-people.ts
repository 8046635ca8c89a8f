import type { Caller } from '#server/caller.ts'
import type { Kontor } from '#server/kontor.ts'
import { requireRecorder } from '../may-record.ts'
import { getSubhappening, type PartAddress } from '../subhappenings-store.ts'
import { listKnownPeople } from './store.ts'

/** So many are shown at once. */
const MOST = 10

/**
 * People who could be added to a team: those of teams that the caller may see anyway, of half a year, and not of this
 * team already. As long as nothing is looked for, those of the same happening.
 */
export async function readKnownPeople({ db }: Kontor, by: Caller, where: PartAddress, filter: string) {
  const sub = await getSubhappening(db, by, where)
  requireRecorder(sub, by)
  const found = await listKnownPeople(db, by, { part: sub, filter, limit: MOST + 1 })
  return { more: found.length > MOST, people: found.slice(0, MOST) }
}
