import type { Caller } from '#server/caller.ts'
import type { Kontor } from '#server/kontor.ts'
import { requireRecorder } from '../may-record.ts'
import { viewer } from '../read-happenings.ts'
import { getSubhappening } from '../subhappenings-store.ts'
import type { PartAddress } from '../times/read-times.ts'
import { listKnownPeople } from './store.ts'

/** So many are shown at once. */
const MOST = 10

/**
 * People who could be added to a team: those of teams that the caller may see anyway, of half a year, and not of this
 * team already. As long as nothing is looked for, those of the same happening.
 */
export async function readKnownPeople(kontor: Kontor, by: Caller, where: PartAddress, filter: string) {
  const sub = await getSubhappening(kontor.db, viewer(kontor, by), where.subhappening_id, where.happening_id)
  requireRecorder(sub, by)
  const found = await listKnownPeople(kontor.db, viewer(kontor, by), { part: sub, filter, limit: MOST + 1 })
  return { more: found.length > MOST, people: found.slice(0, MOST) }
}
