import type { Caller } from '#server/caller.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Kontor } from '#server/kontor.ts'
import { mayRecord, requireRecorder } from './may-record.ts'
import { viewer } from './read-happenings.ts'
import { lockSubhappeningForShare } from './subhappenings-store.ts'
import type { PartAddress } from './times/read-times.ts'

/**
 * Holds a sub-happening as it is for whoever records there, and says whether they may right now. Readers are refused.
 */
export async function lockToRecord(tx: Tx, kontor: Kontor, by: Caller, where: PartAddress) {
  const sub = await lockSubhappeningForShare(
    tx,
    viewer(kontor, by),
    where.subhappening_id,
    where.happening_id,
  )
  requireRecorder(sub, by)
  return { sub, may: mayRecord(sub.happening_status, sub.is_recorder, by) }
}
