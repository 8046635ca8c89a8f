// The parts of a happening as a caller sees them, with the caller's current permissions for the times.
import type { Recorder, Subhappening, SubhappeningListItem } from '#contract/parts.ts'
import type { ListQuery } from '#contract/shapes.ts'
import type { Caller } from '#server/caller.ts'
import { inSnapshot } from '#server/db/connect.ts'
import { findJobByKey } from '#server/jobs/store.ts'
import type { Kontor } from '#server/kontor.ts'
import { mayRecord } from './may-record.ts'
import { SEND_TIMES_JOB_KIND } from './send/send-times.ts'
import { getHappening } from './store.ts'
import {
  getNumberedPart,
  listRecorders,
  listSubhappenings,
  type NumberedPart,
  type PartAddress,
} from './subhappenings-store.ts'

export const readSubhappenings = (
  { db }: Kontor,
  by: Caller,
  happeningId: number,
  query: ListQuery,
): Promise<{ items: SubhappeningListItem[]; pages: number }> =>
  inSnapshot(db, async (tx) => {
    await getHappening(tx, by, happeningId)
    const { items, pages } = await listSubhappenings(tx, by, happeningId, query)
    const ids = items.map(({ id }) => id)
    const recorders = await listRecorders(tx, ids)
    return { items: items.map((part) => toSubhappening(part, recorders.get(part.id) ?? [], by)), pages }
  })

export const readSubhappening = (
  { db, config }: Kontor,
  by: Caller,
  where: PartAddress,
): Promise<Subhappening> =>
  inSnapshot(db, async (tx) => {
    const part = await getNumberedPart(tx, by, where)
    const recorders = await listRecorders(tx, [part.id])
    const job = await findJobByKey(tx, SEND_TIMES_JOB_KIND, String(part.id))
    return {
      ...toSubhappening(part, recorders.get(part.id) ?? [], by),
      sending: (job?.payload['background_result_id'] as string | undefined) ?? null,
      time_zone: config.timeZone,
    }
  })

function toSubhappening(part: NumberedPart, users: Recorder[], by: Caller) {
  const record = mayRecord(part.happening_status, part.is_recorder, by)
  return {
    ...part,
    users,
    entries_submitted: by.is_admin ? part.submitted : null,
    can: { record, send: record, administer: by.is_admin },
  }
}
