import type { Caller } from '#server/caller.ts'
import { startInBackground } from '#server/jobs/in-background.ts'
import type { Kontor } from '#server/kontor.ts'
import { requireRecorder, requireSendable } from './may-record.ts'
import { SEND_TIMES } from './send/send-times.ts'
import { getSubhappening } from './subhappenings-store.ts'

/** Sends what is complete. While one sending runs, a second start answers the running one. */
export async function startSending(kontor: Kontor, by: Caller, subhappening_id: number): Promise<string> {
  const sub = await getSubhappening(kontor.db, by, { subhappening_id })
  requireRecorder(sub, by)
  requireSendable(sub.happening_status, sub.is_recorder, by)
  return startInBackground(kontor, {
    kind: SEND_TIMES,
    key: String(subhappening_id),
    by,
    payload: { subhappening_id },
  })
}
