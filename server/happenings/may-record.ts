import type { HappeningStatus } from '#contract/happenings.ts'
import type { Caller } from '#server/caller.ts'
import type { Tx } from '#server/db/connect.ts'
import { refuse } from '#server/http/errors.ts'
import { happeningSentences } from './sentences.ts'
import { lockSubhappeningForShare, type PartAddress } from './subhappenings-store.ts'

/** Recorders may enter times while the happening is Aktiv, administrators also while it is Erledigt. */
export function mayRecord(
  status: HappeningStatus,
  isRecorder: boolean,
  by: Pick<Caller, 'is_admin'>,
): boolean {
  if (by.is_admin) return status === 'Aktiv' || status === 'Erledigt'
  return isRecorder && status === 'Aktiv'
}

/** Times that have been sent to the planner can be changed by administrators only. */
export const isEditable = (mayRecord: boolean, submitted: boolean, by: Pick<Caller, 'is_admin'>) =>
  mayRecord && (by.is_admin || !submitted)

/** Refuses people who may only read these times, whatever the status of the happening. */
export function requireRecorder({ is_recorder }: { is_recorder: boolean }, by: Pick<Caller, 'is_admin'>) {
  if (!is_recorder && !by.is_admin) throw refuse('forbidden', happeningSentences.othersRecord)
}

/** Checked when a sending is started, and again before each transmission. */
export function requireSendable(status: HappeningStatus, isRecorder: boolean, by: Pick<Caller, 'is_admin'>) {
  if (!mayRecord(status, isRecorder, by))
    throw refuse('not_editable', happeningSentences.cannotSendNow(status))
}

/**
 * Reads a part, takes a shared lock on its happening, and returns whether the caller may record times now.
 * Refuses people who may only read.
 */
export async function lockToRecord(tx: Tx, by: Caller, where: PartAddress) {
  const sub = await lockSubhappeningForShare(tx, by, where)
  requireRecorder(sub, by)
  return { sub, canRecordNow: mayRecord(sub.happening_status, sub.is_recorder, by) }
}
