// The parts of a happening as a caller sees them, with what they may do with the times right now.
import type { Subhappening, SubhappeningListItem } from '#contract/parts.ts'
import type { ListQuery } from '#contract/shapes.ts'
import type { Caller } from '#server/caller.ts'
import { findJobByKey } from '#server/jobs/store.ts'
import type { Kontor } from '#server/kontor.ts'
import { mayRecord } from './may-record.ts'
import { type Numbers, numbersOfSubhappenings } from './numbers-store.ts'
import { viewer } from './read-happenings.ts'
import { SEND_TIMES } from './send/send-times.ts'
import { getHappening } from './store.ts'
import { getSubhappening, listRecordersOf, listSubhappenings } from './subhappenings-store.ts'

type PartRow = Awaited<ReturnType<typeof getSubhappening>>

export async function readSubhappenings(kontor: Kontor, by: Caller, happeningId: number, query: ListQuery) {
  const { db } = kontor
  await getHappening(db, viewer(kontor, by), happeningId)
  const { items, pages } = await listSubhappenings(db, viewer(kontor, by), happeningId, query)
  const ids = items.map(({ id }) => id)
  const [numbers, recorders] = await Promise.all([numbersOfSubhappenings(db, ids), listRecordersOf(db, ids)])
  return { items: items.map((row) => shown(row, numbers(row.id), recorders(row.id), by)), pages }
}

export async function readSubhappening(
  kontor: Kontor,
  by: Caller,
  happeningId: number,
  id: number,
): Promise<Subhappening> {
  const { db } = kontor
  const row = await getSubhappening(db, viewer(kontor, by), id, happeningId)
  const [numbers, recorders, job] = await Promise.all([
    numbersOfSubhappenings(db, [id]),
    listRecordersOf(db, [id]),
    findJobByKey(db, SEND_TIMES, String(id)),
  ])
  return {
    ...shown(row, numbers(id), recorders(id), by),
    happening_name: row.happening_name,
    date: row.date,
    sendable: numbers(id).sendable,
    withdrawals: numbers(id).withdrawals,
    sending: (job?.payload['background_result_id'] as string | undefined) ?? null,
    time_zone: kontor.config.timeZone,
  }
}

function shown(
  { id, happening_id, name, happening_status, is_recorder }: PartRow,
  { istzeit, sollzeit, istentries, sollentries, submitted }: Numbers,
  users: SubhappeningListItem['users'],
  by: Caller,
): SubhappeningListItem {
  const record = mayRecord(happening_status, is_recorder, by)
  return {
    id,
    happening_id,
    name,
    users,
    istzeit,
    sollzeit,
    istentries,
    sollentries,
    entries_submitted: by.is_admin ? submitted : null,
    can: { record, send: record, administer: by.is_admin },
  }
}
