// The parts of a happening as a caller sees them, with what they may do with the times right now.
import type { HappeningStatus } from '#contract/happenings.ts'
import type { Subhappening, SubhappeningListItem } from '#contract/parts.ts'
import type { ListQuery } from '#contract/shapes.ts'
import type { Caller } from '#server/caller.ts'
import { atOneMoment } from '#server/db/connect.ts'
import { findJobByKey } from '#server/jobs/store.ts'
import type { Kontor } from '#server/kontor.ts'
import { mayRecord } from './may-record.ts'
import { ownOf } from './may-see-store.ts'
import { listNumbersOf, listPartsOf, type Numbers, noNumbers, type Part } from './parts-store.ts'
import { viewer } from './read-happenings.ts'
import { SEND_TIMES } from './send/send-times.ts'
import { isSeen, records, refusalOfUnseen, viewOf } from './sight.ts'
import { findHappening } from './store.ts'
import { getSubhappening, listSubhappenings } from './subhappenings-store.ts'

export const readSubhappenings = (
  { db }: Kontor,
  by: Caller,
  happeningId: number,
  query: ListQuery,
): Promise<{ items: SubhappeningListItem[]; pages: number }> =>
  atOneMoment(db, async (tx) => {
    const view = await viewOf(tx, by)
    const happening = await findHappening(tx, happeningId)
    if (!isSeen(view, happening)) throw await refusalOfUnseen(tx, view)
    const page = await listSubhappenings(tx, ownOf(view.sight), happeningId, query)
    const all = (await listPartsOf(tx, [happeningId])).get(happeningId) ?? []
    const ids = page.items.map(({ id }) => id)
    const numbers = await listNumbersOf(tx, ids)
    const parts = new Map(all.map((part) => [part.id, part]))
    return {
      items: ids
        .flatMap((id) => parts.get(id) ?? [])
        .map((part) => shown(part, happening, numbers.get(part.id) ?? noNumbers, by)),
      pages: page.pages,
    }
  })

export async function readSubhappening(
  kontor: Kontor,
  by: Caller,
  happeningId: number,
  id: number,
): Promise<Subhappening> {
  const { db } = kontor
  const row = await getSubhappening(db, viewer(kontor, by), id, happeningId)
  const [known, all, job] = await Promise.all([
    listNumbersOf(db, [id]),
    listPartsOf(db, [happeningId]),
    findJobByKey(db, SEND_TIMES, String(id)),
  ])
  const part = all.get(happeningId)?.find((part) => part.id === id) ?? { ...row, recorders: [] }
  const own = known.get(id) ?? noNumbers
  return {
    ...shown(part, { id: happeningId, status: row.happening_status }, own, by),
    happening_name: row.happening_name,
    happening_status: row.happening_status,
    date: row.date,
    sendable: own.sendable,
    withdrawals: own.withdrawals,
    sending: (job?.payload['background_result_id'] as string | undefined) ?? null,
    time_zone: kontor.config.timeZone,
  }
}

function shown(
  part: Part,
  happening: { id: number; status: HappeningStatus },
  { istzeit, sollzeit, istentries, sollentries, entries, submitted }: Numbers,
  by: Caller,
): SubhappeningListItem {
  const record = mayRecord(happening.status, records(part, by), by)
  return {
    id: part.id,
    happening_id: happening.id,
    name: part.name,
    users: [...part.recorders],
    istzeit,
    sollzeit,
    istentries,
    sollentries,
    entries,
    entries_submitted: by.is_admin ? submitted : null,
    can: { record, send: record, administer: by.is_admin },
  }
}
